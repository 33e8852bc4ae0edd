import type { PaymentProviderSettings } from '@purser/contract'
import { invariant } from '../../kernel/invariant.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUsableIn, providerOf } from './paymentProviders.ts'
import type { ProviderAdapter } from './provider.ts'
import { openCredentials } from './sealCredentials.ts'
import { findProviderAccount } from './store/providerAccounts.ts'

export interface ProviderSettings {
  adapters: readonly ProviderAdapter[]
  encryptionKey: Uint8Array
  publicUrl: string
}

/** Which provider the environment uses. Of its secrets only enough to tell one from another. */
export async function getPaymentProvider(
  tx: Tx,
  { environmentId, environment }: Scope,
  { adapters, encryptionKey, publicUrl }: ProviderSettings,
): Promise<PaymentProviderSettings> {
  const account = await findProviderAccount(tx, environmentId, null)
  invariant(account, 'the environment of a caller is there')
  const provider = providerOf(account.chosen, environment)
  const keys = account.sealed && openCredentials(account.sealed, encryptionKey)
  return {
    provider,
    publishableKey: keys?.publishableKey ?? null,
    secretKeyHint: keys?.secretKey.slice(-4) ?? null,
    hasWebhookSecret: keys !== null,
    webhookUrl: provider && `${publicUrl}/v1/webhooks/${provider}/${environmentId}`,
    available: adapters.map(({ id }) => id).filter((id) => isUsableIn(environment, id)),
    updatedAt: account.updatedAt?.toISOString() ?? null,
  }
}
