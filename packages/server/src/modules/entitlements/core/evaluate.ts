import type { DeniedReason } from '@purser/contract'
import {
  type Amount,
  compare,
  multiply,
  parseAmount,
  subtract,
  sum,
  ZERO,
} from '../../../kernel/amount.ts'
import type { EntitlementTerms } from '../../catalog/index.ts'

export type Override = { access: false } | { access: true; terms: EntitlementTerms }

/** All that is known of one customer and one feature. */
export interface Facts {
  override: Override | null
  hasSubscription: boolean
  /** From each active subscription that has the feature, oldest subscription first. */
  granted: readonly EntitlementTerms[]
  /** Units consumed in the current period. */
  usage: Amount
  /** What can be spent from the backing wallet; null when there is no wallet. */
  balance: Amount | null
  /** Credits that one unit of the feature costs, unless a plan says otherwise. */
  unitCost: Amount
}

export interface Request {
  usage: Amount
  values: readonly string[]
}

export interface Evaluation {
  access: boolean
  deniedReason?: DeniedReason
  /** metered with a limit: what is left of it. */
  remaining?: Amount
  creditBalance?: Amount
  value?: number | string | null
  enumValues?: string[]
}

const denied = (deniedReason: DeniedReason): Evaluation => ({ access: false, deniedReason })

/**
 * Whether the customer may use the feature. An override beats the plans; without a subscription
 * only prepaid credits give access; several subscriptions combine.
 */
export function evaluate(facts: Facts, request: Request): Evaluation {
  if (facts.override && !facts.override.access) return denied('no_entitlement')
  const terms = facts.override ? [facts.override.terms] : facts.granted
  if (terms.length === 0) return evaluateWithoutTerms(facts, request)
  const type = terms[0]?.type
  switch (type) {
    case 'metered':
      return evaluateMetered(only(terms, 'metered'), facts, request)
    case 'credit':
      return evaluateCredit(only(terms, 'credit'), facts, request)
    case 'config':
      return { access: true, value: only(terms, 'config').at(-1)?.value ?? null }
    case 'enum':
      return evaluateEnum(only(terms, 'enum'), request)
    default:
      return { access: true }
  }
}

type TermsOf<Type extends EntitlementTerms['type']> = Extract<EntitlementTerms, { type: Type }>

const only = <Type extends EntitlementTerms['type']>(
  terms: readonly EntitlementTerms[],
  type: Type,
): TermsOf<Type>[] => terms.filter((each): each is TermsOf<Type> => each.type === type)

/** Pay-as-you-go: a credit feature works prepaid as soon as there is a wallet. */
function evaluateWithoutTerms(facts: Facts, request: Request): Evaluation {
  if (facts.hasSubscription) return denied('no_entitlement')
  if (facts.balance === null) return denied('no_active_subscription')
  return evaluateCredit([], facts, request)
}

/**
 * Allowances of the same mode and period add up and unlimited wins. Those of another period are
 * allowances of their own: any that has room gives access. A soft limit counts but does not deny.
 */
function evaluateMetered(
  terms: TermsOf<'metered'>[],
  { usage }: Facts,
  request: Request,
): Evaluation {
  if (terms.some(({ mode }) => mode === 'unlimited')) return { access: true }
  const alike = Map.groupBy(terms, ({ mode, period }) => `${mode} ${period}`)
  const remaining = [...alike.values()]
    .map((group) => {
      const limit = sum(group.map(({ value }) => parseAmount(value ?? 0)))
      return subtract(limit, usage)
    })
    .reduce((most, left) => (compare(left, most) > 0 ? left : most), ZERO)
  const soft = terms.some(({ limit: kind }) => kind === 'soft')
  if (soft || compare(remaining, request.usage) >= 0) return { access: true, remaining }
  return { ...denied('usage_exceeded'), remaining }
}

/** The wallet must cover what is asked for, unless a plan lets the rest be owed or invoiced. */
function evaluateCredit(
  terms: TermsOf<'credit'>[],
  { balance, unitCost }: Facts,
  request: Request,
): Evaluation {
  const creditBalance = balance ?? ZERO
  const ownCost = terms.findLast(({ creditCost }) => creditCost !== null)?.creditCost?.perUnit
  const cost = multiply(ownCost ? parseAmount(ownCost) : unitCost, request.usage)
  const covered = compare(creditBalance, cost) >= 0
  const owed = terms.some(({ onExhausted }) => onExhausted !== 'block')
  return covered || owed
    ? { access: true, creditBalance }
    : { ...denied('credit_exhausted'), creditBalance }
}

function evaluateEnum(terms: TermsOf<'enum'>[], { values }: Request): Evaluation {
  const enumValues = [...new Set(terms.flatMap((each) => each.values))]
  const allowed = values.every((value) => enumValues.includes(value))
  return allowed ? { access: true, enumValues } : { ...denied('no_entitlement'), enumValues }
}
