import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../../../kernel/clock.ts'
import { PurserError } from '../../../../kernel/errors.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { PaymentProvider, ProviderAdapter } from '../../provider.ts'
import { deliverNow } from './deliverSandboxEvents.ts'
import { sandboxDisputes } from './disputes.ts'
import { sandboxMethods } from './methods.ts'
import { sandboxPayments } from './payments.ts'
import { createReadWebhook } from './readWebhook.ts'
import { sandboxRefunds } from './refunds.ts'
import type { Sandbox } from './withFault.ts'

export interface SandboxOptions {
  db: Database
  clock: Clock
  encryptionKey: Uint8Array
  publicUrl: string
  /** How a delay is waited out; a test need not. */
  wait?: (ms: number) => Promise<void>
}

/** The built-in provider: a payment provider in our process, with a book of its own. */
export const createSandboxAdapter = (options: SandboxOptions): ProviderAdapter => ({
  id: 'sandbox',
  needsCredentials: false,
  connect: async ({ environment, environmentId }) => {
    requireSandbox(environment)
    return createSandboxProvider(openSandbox(options, environmentId))
  },
})

export function requireSandbox(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'The sandbox provider moves no money and works in sandbox environments only. Use a key of the sandbox.',
  )
}

/** The provider at work for one environment. */
export function openSandbox(options: SandboxOptions, environmentId: string): Sandbox {
  const wait = options.wait ?? ((ms: number) => setTimeout(ms))
  return {
    ...options,
    environmentId,
    wait,
    deliver: (eventIds) => deliverNow({ ...options, wait }, environmentId, eventIds),
  }
}

export const createSandboxProvider = (sandbox: Sandbox): PaymentProvider => ({
  id: 'sandbox',
  ...sandboxMethods(sandbox),
  ...sandboxPayments(sandbox),
  ...sandboxRefunds(sandbox),
  ...sandboxDisputes(sandbox),
  readWebhook: createReadWebhook(sandbox),
})
