import type { BodyOf, PaymentProviderSettings, paymentProviderEndpoints } from '@purser/contract'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { ProviderAdapter, ProviderCredentials } from '../provider.ts'
import {
  isProviderAllowed,
  resolveProvider,
  sealCredentials,
  unsealCredentials,
} from './paymentProviders.ts'
import {
  findProviderAccount,
  lockEnvironment,
  saveProviderAccount,
  writeChosenProvider,
} from './providers.sql.ts'

type Body = BodyOf<typeof paymentProviderEndpoints.setPaymentProvider>

const KEYS = ['secretKey', 'publishableKey', 'webhookSecret'] as const

/**
 * Chooses the provider for new payments and stores its keys. Existing payments stay at their
 * provider, so the keys of that provider are kept too.
 */
export async function setPaymentProvider(
  tx: Tx,
  scope: Scope,
  body: Body,
  settings: ProviderSettings,
): Promise<PaymentProviderSettings> {
  const { organizationId, environmentId, environment, now } = scope
  const adapter = findAdapter(settings.adapters, body.provider, environment)
  await lockEnvironment(tx, environmentId)
  const credentials = adapter.needsCredentials
    ? await completeKeys(tx, environmentId, body, settings.encryptionKey)
    : refuseKeys(adapter, body)
  // Connecting validates the keys as far as possible without a call to the provider.
  await adapter.connect({ organizationId, environmentId, environment, credentials })
  if (credentials && KEYS.some((name) => body[name] !== undefined)) {
    const sealed = sealCredentials(credentials, settings.encryptionKey)
    await saveProviderAccount(tx, { environmentId, provider: adapter.id, sealed, now })
  }
  await writeChosenProvider(tx, environmentId, adapter.id)
  return getPaymentProvider(tx, scope, settings)
}

function findAdapter(
  adapters: readonly ProviderAdapter[],
  id: string,
  environment: Scope['environment'],
): ProviderAdapter {
  const adapter = adapters.find((candidate) => candidate.id === id)
  const usable = adapters.filter((candidate) => isProviderAllowed(environment, candidate.id))
  if (!adapter) {
    const usableIds = usable.map((candidate) => candidate.id).join(', ')
    throw invalidRequest([{ path: 'provider', message: `must be one of: ${usableIds}` }])
  }
  if (!usable.includes(adapter)) {
    throw new PurserError(
      'forbidden',
      `The provider "${id}" moves no money, so a live environment cannot use it.`,
    )
  }
  return adapter
}

/** Combines the keys of the request with the stored ones. */
async function completeKeys(
  tx: Tx,
  environmentId: string,
  { provider, secretKey, publishableKey, webhookSecret }: Body,
  encryptionKey: Uint8Array,
): Promise<ProviderCredentials> {
  // If the request contains all keys, ignore the stored ones: they may be unreadable.
  if (secretKey && publishableKey && webhookSecret) {
    return { secretKey, publishableKey, webhookSecret }
  }
  const account = await findProviderAccount(tx, environmentId, provider)
  const stored = account?.sealed ? unsealCredentials(account.sealed, encryptionKey) : null
  const sent = { secretKey, publishableKey, webhookSecret }
  if (!stored) {
    throw invalidRequest(
      KEYS.filter((name) => sent[name] === undefined).map((path) => ({
        path,
        message: `is required, because none is stored for ${provider} yet`,
      })),
    )
  }
  return {
    secretKey: secretKey ?? stored.secretKey,
    publishableKey: publishableKey ?? stored.publishableKey,
    webhookSecret: webhookSecret ?? stored.webhookSecret,
  }
}

function refuseKeys(adapter: ProviderAdapter, body: Body): null {
  const sent = KEYS.filter((name) => body[name] !== undefined)
  if (sent.length === 0) return null
  throw invalidRequest(
    sent.map((path) => ({ path, message: `must be omitted, because ${adapter.id} uses no keys` })),
  )
}

export interface ProviderSettings {
  adapters: readonly ProviderAdapter[]
  encryptionKey: Uint8Array
  publicUrl: string
}

/**
 * Returns the provider of the environment, with only the last four characters of its secret key.
 */
export async function getPaymentProvider(
  tx: Tx,
  { environmentId, environment }: Scope,
  { adapters, encryptionKey, publicUrl }: ProviderSettings,
): Promise<PaymentProviderSettings> {
  const account = await findProviderAccount(tx, environmentId, null)
  invariant(account, 'the environment of a caller exists')
  const provider = resolveProvider(account.chosen, environment)
  const keys = account.sealed && unsealCredentials(account.sealed, encryptionKey)
  return {
    provider,
    publishableKey: keys?.publishableKey ?? null,
    secretKeyHint: keys?.secretKey.slice(-4) ?? null,
    hasWebhookSecret: keys !== null,
    webhookUrl: provider && `${publicUrl}/v1/webhooks/${provider}/${environmentId}`,
    available: adapters.map(({ id }) => id).filter((id) => isProviderAllowed(environment, id)),
    updatedAt: account.updatedAt?.toISOString() ?? null,
  }
}
