import type { Customer, Subscription } from '../state.ts'
import { HAS_ENDED } from './billing.ts'

/** Active add-ons of a subscription, oldest first. */
export const itemsOf = (
  { subscriptions }: Pick<Customer, 'subscriptions'>,
  { id }: Pick<Subscription, 'id'>,
): Subscription[] =>
  subscriptions.filter(
    ({ contract }) => contract?.parentId === id && !HAS_ENDED.includes(contract.status),
  )
