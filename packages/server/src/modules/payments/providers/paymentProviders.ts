import { PurserError } from '../../../kernel/errors.ts'
import { seal, unseal } from '../../../kernel/seal.ts'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { PaymentProvider, ProviderAdapter, ProviderCredentials } from '../provider.ts'
import { findProviderAccount, type StoredAccount } from './providers.sql.ts'

/**
 * Both methods throw if the provider is not set up. Pass `using` to read in an open transaction.
 */
export interface PaymentProviders {
  /** The provider for new payments of an environment. */
  current(environmentId: string, using?: Tx): Promise<PaymentProvider>
  /** The provider of an existing payment or method. */
  byId(environmentId: string, id: string, using?: Tx): Promise<PaymentProvider>
}

/**
 * The default provider of sandbox environments. It moves no money, so live environments cannot use
 * it.
 */
const BUILT_IN = 'sandbox'

type Environment = StoredAccount['environment']

/** Returns the chosen provider or the default one; null if there is neither. */
export const resolveProvider = (chosen: string | null, environment: Environment): string | null =>
  chosen ?? (environment === 'sandbox' ? BUILT_IN : null)

export const isProviderAllowed = (environment: Environment, id: string): boolean =>
  environment === 'sandbox' || id !== BUILT_IN

/** Connects environments to their providers and reuses a connection until its keys change. */
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

/**
 * Sealing the same keys twice gives different bytes, so equal bytes mean that the keys are
 * unchanged. Unlike a comparison of timestamps, this works for two changes at the same time.
 */
const isSameSeal = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

const noProvider = (id: string | null): PurserError =>
  new PurserError(
    'invalid_state',
    id === null
      ? 'This environment has no payment provider yet. Set one with PUT /v1/organization/payment-provider.'
      : `The payment provider "${id}" is not set up in this environment. Set it with PUT /v1/organization/payment-provider.`,
  )

export const sealCredentials = (credentials: ProviderCredentials, key: Uint8Array): Buffer =>
  seal(Buffer.from(JSON.stringify(credentials)), key)

export const unsealCredentials = (sealed: Buffer, key: Uint8Array): ProviderCredentials =>
  JSON.parse(unseal(sealed, key).toString('utf8'))
