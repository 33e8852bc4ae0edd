import type { Caller } from '@purser/contract'
import { invalidRequest, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'

type Tenancy = Pick<Scope, 'organizationId' | 'environmentId' | 'environment'>

/** Who is calling, as proved by the key or token of the request. */
export type Principal = Tenancy &
  (
    | { kind: 'secret'; scope: 'full' | 'read' | 'runtime'; keyId: string }
    | { kind: 'publishable'; keyId: string }
    | { kind: 'portal'; customerId: string }
  )

/** Reads the credentials of a request; null when none were sent, an error when they are wrong. */
export type Authenticate = (headers: {
  apiKey: string | undefined
  authorization: string | undefined
}) => Principal | null | Promise<Principal | null>

export const callerOf = (principal: Principal): Caller =>
  principal.kind === 'secret' ? principal.scope : principal.kind

/** Names the caller in logs, rate limits and idempotency keys. */
export const nameOf = (principal: Principal): string =>
  principal.kind === 'portal' ? `portal:${principal.customerId}` : principal.keyId

/** Refuses a caller that the endpoint is not meant for. */
export function authorize(principal: Principal | null, callers: readonly Caller[]): void {
  if (callers.includes('anyone')) return
  if (!principal) {
    throw new PurserError(
      'unauthorized',
      'Send a secret key in the x-api-key header, or a portal token as Authorization: Bearer.',
    )
  }
  if (callers.includes(callerOf(principal))) return
  throw new PurserError('forbidden', `${describe(principal)} may not do this. ${advice(callers)}`)
}

const describe = (principal: Principal): string =>
  principal.kind === 'secret'
    ? principal.scope === 'full'
      ? 'A secret key'
      : `A secret key restricted to "${principal.scope}"`
    : principal.kind === 'publishable'
      ? 'A publishable key'
      : 'A portal token'

const advice = (callers: readonly Caller[]): string =>
  callers.includes('full') ? 'Call it from your server with a full secret key.' : ''

/** A portal token acts for its own customer only: any other customer named in the request is refused. */
export function holdToOwnCustomer(principal: Principal | null, ...parts: unknown[]): void {
  if (principal?.kind !== 'portal') return
  for (const part of parts) {
    const named =
      typeof part === 'object' && part !== null && 'customerId' in part
        ? part.customerId
        : undefined
    if (named !== undefined && named !== principal.customerId) {
      throw new PurserError('forbidden', 'A portal token acts for its own customer only.')
    }
  }
}

/** The customer that a request acts for: a portal token's own, or the one that a key must name. */
export function customerOf(
  principal: Principal,
  named: string | undefined,
  path = 'query.customerId',
): string {
  if (principal.kind === 'portal') return principal.customerId
  if (named !== undefined) return named
  throw invalidRequest([{ path, message: 'is needed with a secret key' }])
}
