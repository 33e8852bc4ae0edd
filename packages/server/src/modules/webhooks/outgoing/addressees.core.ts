/** What decides whether an endpoint is told of a message. */
export interface Addressee {
  environmentId: string
  id: string
  /** None: every kind. */
  events: readonly string[]
}

interface Message {
  environmentId: string
  id: string
  type: string
}

/** The part of an id that sorts by when it was made, whatever its kind. */
const age = (id: string): string => id.slice(id.indexOf('_') + 1)

/**
 * The endpoints that are told of a message: those of its environment that want its kind and were
 * there when it happened. That is read off the ids, which are made by the machine's clock, because
 * a message carries its customer's time, and that may be a test clock's.
 */
export const addresseesOf = <E extends Addressee>(message: Message, endpoints: readonly E[]): E[] =>
  endpoints.filter(
    ({ environmentId, id, events }) =>
      environmentId === message.environmentId &&
      (events.length === 0 || events.includes(message.type)) &&
      age(id) < age(message.id),
  )
