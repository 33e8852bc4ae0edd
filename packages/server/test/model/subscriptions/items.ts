import type { Customer, Subscription } from '../state.ts'
import { HAS_ENDED } from './billing.ts'

/** The add-ons of a subscription that have not ended, oldest first. */
export const itemsOf = (
  { subscriptions }: Pick<Customer, 'subscriptions'>,
  { id }: Pick<Subscription, 'id'>,
): Subscription[] =>
  subscriptions.filter(
    ({ contract }) => contract?.parentId === id && !HAS_ENDED.includes(contract.status),
  )
