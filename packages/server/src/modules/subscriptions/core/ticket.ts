/** A form in which a card is saved, for a subscription that waits for one. */
export interface CardSetup {
  readonly setupId: string
  readonly subscriptionId: string
}

/** What is still to be done after a subscription was written down: the name of a payment, or this. */
export const setupTicket = ({ setupId, subscriptionId }: CardSetup): string =>
  `${setupId} ${subscriptionId}`

/** Null for the name of a payment. */
export function readSetupTicket(ticket: string): CardSetup | null {
  const [setupId, subscriptionId] = ticket.split(' ')
  return setupId === undefined || subscriptionId === undefined ? null : { setupId, subscriptionId }
}
