import type { Problem } from '@purser/contract'
import { fitsInterval } from './interval.ts'
import type { PlanFrame, PlanReferences } from './planReferences.ts'
import type { GrantRule, GrantRuleInput } from './planTerms.ts'
import { referenceProblem } from './reference.ts'

const DEFAULT_PRIORITY = 100

/** Checks a grant rule against its plan and fills in the defaults. Problem paths are field names. */
export function normalizeGrantRule(
  input: GrantRuleInput,
  plan: PlanFrame,
  { creditCurrencies, inUse }: PlanReferences,
): { terms: GrantRule } | { problems: Problem[] } {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push({ path, message })
  const { cadence } = input

  const currency = creditCurrencies.get(input.creditCurrencyId)
  const missing = referenceProblem(
    'credit currency',
    input.creditCurrencyId,
    currency,
    currency && inUse.has(currency.id),
  )
  if (missing) refuse('creditCurrencyId', missing)

  if (cadence !== 'once' && plan.interval === 'none') {
    refuse('cadence', 'must be "once" in a plan with interval "none"')
  } else if (cadence !== 'once' && cadence !== 'billing_period' && !fitsInterval(cadence, plan)) {
    refuse('cadence', `"${cadence}" is longer than the plan's interval; use "billing_period"`)
  }
  const expires = input.expires ?? (cadence === 'once' ? 'never' : 'period_end')
  if (expires === 'period_end' && plan.interval === 'none') {
    refuse('expires', 'a plan with interval "none" has no period end; use "never" or {days}')
  }
  const rollover = input.rollover ?? 'none'
  if (rollover !== 'none' && expires !== 'period_end') {
    refuse('rollover', 'goes with expires "period_end": nothing else ends with the period')
  }
  if (problems.length > 0 || !currency) return { problems }
  return {
    terms: {
      creditCurrencyId: currency.id,
      amount: input.amount,
      cadence,
      expires,
      rollover,
      priority: input.priority ?? DEFAULT_PRIORITY,
      onChange: input.onChange ?? 'prorate',
    },
  }
}
