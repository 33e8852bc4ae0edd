import { PurserError } from '../../../kernel/errors.ts'
import { seal, unseal } from '../../../kernel/seal.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { PaymentProvider, ProviderAdapter, ProviderCredentials } from '../provider.ts'
import { findProviderAccount, type StoredAccount } from './providers.sql.ts'

/** Each throws when there is no such provider; `using` reads in a transaction that is open anyway. */
export interface PaymentProviders {
  /** The provider that new payments of an environment go through. */
  current(environmentId: string, using?: Tx): Promise<PaymentProvider>
  /** The provider at which something was begun, by its id. */
  byId(environmentId: string, id: string, using?: Tx): Promise<PaymentProvider>
}

/** What a sandbox environment uses that has chosen none; it moves no money, so live has no use for it. */
const BUILT_IN = 'sandbox'

type Environment = StoredAccount['environment']

/** What an environment uses, by its choice or else by default; null when there is nothing. */
export const resolveProvider = (chosen: string | null, environment: Environment): string | null =>
  chosen ?? (environment === 'sandbox' ? BUILT_IN : null)

export const isProviderAllowed = (environment: Environment, id: string): boolean =>
  environment === 'sandbox' || id !== BUILT_IN

/** Connects environments to their providers; a connection is kept until the account changes. */
export function createPaymentProviders(
  db: Database,
  adapters: readonly ProviderAdapter[],
  encryptionKey: Uint8Array,
): PaymentProviders {
  const connections = new Map<string, { sealed: Buffer | null; provider: PaymentProvider }>()

  const connect = async (
    environmentId: string,
    choose: (account: StoredAccount) => string | null,
    providerId: string | null,
    using: Database | Tx,
  ): Promise<PaymentProvider> => {
    const account = await findProviderAccount(using, environmentId, providerId)
    if (!account) throw new PurserError('not_found', 'There is no such environment.')
    const id = choose(account)
    const adapter = adapters.find((candidate) => candidate.id === id)
    if (!adapter) throw noProvider(id)
    const key = `${environmentId}:${adapter.id}`
    const connection = connections.get(key)
    if (connection && isSameSeal(connection.sealed, account.sealed)) return connection.provider
    if (adapter.needsCredentials && account.sealed === null) throw noProvider(id)
    const { organizationId, environment } = account
    const credentials =
      account.sealed === null ? null : unsealCredentials(account.sealed, encryptionKey)
    const place = { organizationId, environmentId, environment }
    const provider = await adapter.connect({ ...place, credentials })
    connections.set(key, { sealed: account.sealed, provider })
    return provider
  }

  return {
    current: (environmentId, using) => connect(environmentId, chosenProviderOf, null, using ?? db),
    byId: (environmentId, id, using) => connect(environmentId, () => id, id, using ?? db),
  }
}

const chosenProviderOf = ({ chosen, environment }: StoredAccount): string | null =>
  resolveProvider(chosen, environment)

/** Sealing is never the same twice, so the same bytes are the same keys, whatever the clock says. */
const isSameSeal = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

const noProvider = (id: string | null): PurserError =>
  new PurserError(
    'invalid_state',
    id === null
      ? 'This environment has no payment provider yet. Set one with PUT /v1/organization/payment-provider.'
      : `The payment provider "${id}" is not set up in this environment. Set it with PUT /v1/organization/payment-provider.`,
  )

/** A merchant's keys at a provider as they are stored. */
export const sealCredentials = (credentials: ProviderCredentials, key: Uint8Array): Buffer =>
  seal(Buffer.from(JSON.stringify(credentials)), key)

export const unsealCredentials = (sealed: Buffer, key: Uint8Array): ProviderCredentials =>
  JSON.parse(unseal(sealed, key).toString('utf8'))
