import type { BodyOf, organizationEndpoints, ResponseOf } from '@purser/contract'
import { notFound } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { findCustomer } from '../../customers/read.ts'
import { signCustomerToken } from './signCustomerToken.ts'

type Endpoint = typeof organizationEndpoints.createPortalSession

const DEFAULT_SECONDS = 3_600

export interface PortalSettings {
  encryptionKey: Uint8Array
  publicUrl: string
}

/** Creates a token that lets a browser act for one customer. */
export async function createPortalSession(
  tx: Tx,
  scope: Scope,
  { customerId, expiresInSeconds = DEFAULT_SECONDS, returnUrl }: BodyOf<Endpoint>,
  { encryptionKey, publicUrl }: PortalSettings,
): Promise<ResponseOf<Endpoint>> {
  if (!(await findCustomer(tx, scope.environmentId, customerId)))
    throw notFound('customer', customerId)
  const { token, expiresAt } = await signCustomerToken(tx, {
    scope,
    customerId,
    use: { kind: 'portal' },
    expiresInSeconds,
    encryptionKey,
  })
  // The token is in the fragment, which browsers do not send to servers.
  const fragment = new URLSearchParams({ token, ...(returnUrl && { returnUrl }) })
  return { token, url: `${publicUrl}/portal#${fragment}`, expiresAt: expiresAt.toISOString() }
}
