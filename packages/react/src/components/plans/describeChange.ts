import type { OperationOutput } from '@purser/contract/client'
import {
  describeEntitlement,
  type EntitlementTerms,
  type Writing,
} from '../pricing/describeEntitlement.ts'
import type { Words } from '../words/words.ts'

export type EntitlementChange =
  OperationOutput<'previewSubscriptionChange'>['entitlementChanges'][number]

/** Describes how a change of plan affects a feature: `Seats: 5 → 3`. */
export function describeChange(
  { before, after }: Pick<EntitlementChange, 'before' | 'after'>,
  name: string,
  { words, count, amount }: Pick<Writing, 'count' | 'amount'> & { readonly words: Words },
): string {
  const texts = words.checkout.features
  if (before === null) return texts.added(name)
  if (after === null) return texts.removed(name)
  const [old, next] = [before, after].map((entitlement) =>
    describeEntitlement(termsOf(entitlement), { words: words.pricing, count, amount }),
  )
  // Terms such as the kind of limit do not appear in the description.
  return old && next && old !== next ? texts.changedFrom(name, old, next) : texts.changed(name)
}

const termsOf = (entitlement: NonNullable<EntitlementChange['before']>): EntitlementTerms => {
  const { type } = entitlement
  const terms = { type, mode: 'quota', value: null, period: null } as const
  switch (type) {
    case 'metered': {
      const { mode, value, period } = entitlement
      return { type, mode, value, period }
    }
    case 'config':
      return { ...terms, value: entitlement.value }
    case 'enum':
      return { ...terms, value: entitlement.values }
    default:
      return terms
  }
}
