import { invalidRequest } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import { urlProblem } from '../../platform/net/urlProblem.ts'

/** Refuses a URL that would never be called. What its name resolves to is checked at each call. */
export function checkEndpointUrl(scope: Scope, text: string, allowPrivate: boolean): void {
  const url = new URL(text)
  const isInsecure = scope.environment === 'live' && url.protocol !== 'https:'
  const problem = isInsecure ? 'must be https in live' : urlProblem(url, { allowPrivate })
  if (problem) throw invalidRequest([{ path: 'url', message: problem }])
}
