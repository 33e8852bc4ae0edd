import type Stripe from 'stripe'

/** An answer of an unexpected kind. It proves nothing about the request. */
class UnexpectedAnswer extends Error {
  constructor(expected: string, status: number | undefined) {
    super(`Stripe answered ${status ?? 'without a status'}, without a ${expected}.`)
    this.name = 'UnexpectedAnswer'
  }
}

interface Answer {
  readonly object: string
  readonly lastResponse: { readonly statusCode: number }
}

/**
 * Checks that an answer is of the requested kind. The SDK treats any JSON without an `error` as a
 * success, including the error page of a proxy, so every answer must be checked.
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

/** Checks a page of a list and all of its items. */
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
/**
 * Limits a search to a thousand items. The wanted objects are at most hours old, so they are on the
 * first page.
 */
const MAX_PAGES = 10

interface Position {
  readonly limit: number
  readonly starting_after?: string
}

/** Finds the newest matching item of a list. Null means that the whole list was read. */
export async function findOnPages<Item extends { id: string; object: string }>(
  read: (position: Position) => Promise<Stripe.Response<Stripe.ApiList<Item>>>,
  object: Item['object'],
  fits: (item: Item) => boolean,
): Promise<Item | null | 'gave_up'> {
  let position: Position = { limit: PAGE_SIZE }
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { data, hasMore } = expectList(await read(position), object)
    const found = data.find(fits)
    if (found) return found
    const last = data.at(-1)
    if (!hasMore || !last) return null
    position = { limit: PAGE_SIZE, starting_after: last.id }
  }
  return 'gave_up'
}
