import type { PaymentProvider, ProviderAdapter } from '../../provider.ts'
import { createReadWebhook } from './events/readWebhook.ts'
import { sandboxMethods } from './methods/sandboxMethods.ts'
import { sandboxDisputes } from './payments/sandboxDisputes.ts'
import { sandboxPayments } from './payments/sandboxPayments.ts'
import { sandboxRefunds } from './payments/sandboxRefunds.ts'
import {
  openSandbox,
  requireSandboxEnvironment,
  type Sandbox,
  type SandboxOptions,
} from './sandbox.ts'

/** The built-in provider. It runs in our process and has separate tables. */
export const createSandboxAdapter = (options: SandboxOptions): ProviderAdapter => ({
  id: 'sandbox',
  needsCredentials: false,
  connect: async ({ environment, environmentId }) => {
    requireSandboxEnvironment(environment)
    return createSandboxProvider(openSandbox(options, environmentId))
  },
})

export const createSandboxProvider = (sandbox: Sandbox): PaymentProvider => ({
  id: 'sandbox',
  ...sandboxMethods(sandbox),
  ...sandboxPayments(sandbox),
  ...sandboxRefunds(sandbox),
  ...sandboxDisputes(sandbox),
  readWebhook: createReadWebhook(sandbox),
})
