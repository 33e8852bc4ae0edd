import type { Caller } from '@purser/contract'
import type { CustomerPage } from '../../kernel/customerPage.ts'
import { invalidRequest, notFound, PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'

type Tenancy = Pick<Scope, 'organizationId' | 'environmentId' | 'environment'>

/** The authenticated caller of a request. */
export type Principal = Tenancy &
  (
    | { kind: 'secret'; scope: 'full' | 'read' | 'runtime'; keyId: string }
    | { kind: 'publishable'; keyId: string }
    | { kind: 'portal'; customerId: string }
    | { kind: 'page'; customerId: string; page: CustomerPage }
  )

/**
 * Reads the credentials of a request. Returns null if there are none, and throws if they are wrong.
 */
export type Authenticate = (headers: {
  apiKey: string | undefined
  authorization: string | undefined
}) => Principal | null | Promise<Principal | null>

export const callerOf = (principal: Principal): Caller =>
  principal.kind === 'secret' ? principal.scope : principal.kind

/** Names the caller in logs, rate limits and idempotency keys. */
export function nameOfPrincipal(principal: Principal): string {
  switch (principal.kind) {
    case 'portal':
      return `portal:${principal.customerId}`
    case 'page':
      return `page:${principal.page.kind}:${principal.page.id}`
    default:
      return principal.keyId
  }
}

/** Returns the only customer that a token may act for, or null for a key, which may act for any. */
export const ownerOf = (principal: Principal): string | null =>
  'customerId' in principal ? principal.customerId : null

/** Refuses callers that may not use the endpoint. */
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

function describe(principal: Principal): string {
  switch (principal.kind) {
    case 'secret':
      return principal.scope === 'full'
        ? 'A secret key'
        : `A secret key restricted to "${principal.scope}"`
    case 'publishable':
      return 'A publishable key'
    case 'portal':
      return 'A portal token'
    case 'page':
      return `The token of ${principal.page.kind === 'invoice' ? 'an invoice' : 'a checkout'} page`
  }
}

const SECRET_SCOPES = ['full', 'read', 'runtime'] as const
const listOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** Names the credentials that the endpoint accepts. */
function advice(callers: readonly Caller[]): string {
  const scopes = SECRET_SCOPES.filter((scope) => callers.includes(scope))
  return scopes.length > 0
    ? `Call it from your server with a secret key of scope ${listOf.format(scopes.map((scope) => `"${scope}"`))}.`
    : "Call it from a customer's browser with a page token or a portal token."
}

/** Refuses a request in which a token names any customer but its own. */
export function holdToOwnCustomer(principal: Principal | null, ...parts: unknown[]): void {
  const owner = principal && ownerOf(principal)
  if (owner === null) return
  for (const part of parts) {
    const named =
      typeof part === 'object' && part !== null && 'customerId' in part
        ? part.customerId
        : undefined
    if (named !== undefined && named !== owner) {
      throw new PurserError(
        'forbidden',
        'A token acts only for its own customer. Use the customerId of the token, or call this from your server with a secret key.',
      )
    }
  }
}

/** Refuses a page token on any page but its own, without revealing whether that page exists. */
export function holdToOwnPage(principal: Principal, { kind, id }: CustomerPage): void {
  if (principal.kind !== 'page') return
  if (principal.page.kind === kind && principal.page.id === id) return
  throw notFound(kind === 'invoice' ? 'invoice' : 'checkout session', id)
}

/** Returns the customer that a request acts for: a token's own, or the one that a key must name. */
export function customerOf(
  principal: Principal,
  named: string | undefined,
  path = 'query.customerId',
): string {
  const owner = ownerOf(principal)
  if (owner !== null) return owner
  if (named !== undefined) return named
  throw invalidRequest([{ path, message: 'is required with a secret key' }])
}
