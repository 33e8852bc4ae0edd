import type Stripe from 'stripe'

/** An answer that is not what was asked for: whatever it is, it proves nothing. */
class UnexpectedAnswer extends Error {
  constructor(expected: string, status: number | undefined) {
    super(`Stripe answered ${status ?? 'without a status'} and no ${expected}.`)
    this.name = 'UnexpectedAnswer'
  }
}

interface Answer {
  readonly object: string
  readonly lastResponse: { readonly statusCode: number }
}

/**
 * The SDK takes any JSON without an `error` for a success, an error page of a proxy included. So
 * every answer goes through here and must be of the kind that was asked for.
 */
export function expectObject<T extends Answer & { readonly id: string }>(
  answer: T,
  object: T['object'],
): T {
  if (!isSuccess(answer) || !isObject(answer, object)) {
    throw new UnexpectedAnswer(object, answer?.lastResponse?.statusCode)
  }
  return answer
}

/** The same of a page of a list, and of everything on it. */
export function expectList<Item extends { readonly id: string; readonly object: string }>(
  answer: Answer & { readonly data: Item[]; readonly has_more: boolean },
  object: Item['object'],
): { readonly data: readonly Item[]; readonly hasMore: boolean } {
  const isList = isSuccess(answer) && answer.object === 'list' && Array.isArray(answer.data)
  if (!isList || !answer.data.every((item) => isObject(item, object))) {
    throw new UnexpectedAnswer(`list of ${object}`, answer?.lastResponse?.statusCode)
  }
  return { data: answer.data, hasMore: answer.has_more === true }
}

const isSuccess = (answer: Answer): boolean => {
  const status = answer?.lastResponse?.statusCode
  return status >= 200 && status < 300
}

const isObject = (value: { id?: unknown; object?: unknown } | null, object: string): boolean =>
  value?.object === object && typeof value.id === 'string' && value.id !== ''

const PAGE_SIZE = 100
/** A thousand back; what is looked for is hours old at most, so it is on the first page. */
const MOST_PAGES = 10

interface Position {
  readonly limit: number
  readonly starting_after?: string
}

/** The newest item of a list that fits. Null is certain: the list was read to its end. */
export async function findOnPages<Item extends { id: string; object: string }>(
  read: (position: Position) => Promise<Stripe.Response<Stripe.ApiList<Item>>>,
  object: Item['object'],
  fits: (item: Item) => boolean,
): Promise<Item | null | 'gave_up'> {
  let position: Position = { limit: PAGE_SIZE }
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, hasMore } = expectList(await read(position), object)
    const found = data.find(fits)
    if (found) return found
    const last = data.at(-1)
    if (!hasMore || !last) return null
    position = { limit: PAGE_SIZE, starting_after: last.id }
  }
  return 'gave_up'
}
