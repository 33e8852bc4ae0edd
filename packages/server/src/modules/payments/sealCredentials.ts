import { seal, unseal } from '../../kernel/seal.ts'
import type { ProviderCredentials } from './provider.ts'

/** A merchant's keys at a provider as they are stored. */
export const sealCredentials = (credentials: ProviderCredentials, key: Uint8Array): Buffer =>
  seal(Buffer.from(JSON.stringify(credentials)), key)

export const openCredentials = (sealed: Buffer, key: Uint8Array): ProviderCredentials =>
  JSON.parse(unseal(sealed, key).toString('utf8'))
