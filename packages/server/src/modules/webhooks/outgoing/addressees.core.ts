/** The fields of an endpoint that decide which messages it receives. */
export interface Addressee {
  environmentId: string
  id: string
  /** An empty list means all event types. */
  events: readonly string[]
}

interface Message {
  environmentId: string
  id: string
  type: string
}

/** The part of an id that sorts by its creation time. */
const age = (id: string): string => id.slice(id.indexOf('_') + 1)

/**
 * Returns the endpoints that receive a message: those in its environment that want its type and
 * existed when it was created. Ids are compared because the machine's clock makes them. The
 * message's own time is the customer's and may come from a test clock.
 */
export const addresseesOf = <E extends Addressee>(message: Message, endpoints: readonly E[]): E[] =>
  endpoints.filter(
    ({ environmentId, id, events }) =>
      environmentId === message.environmentId &&
      (events.length === 0 || events.includes(message.type)) &&
      age(id) < age(message.id),
  )
