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
