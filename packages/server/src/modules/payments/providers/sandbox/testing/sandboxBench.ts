import { randomBytes, randomUUID } from 'node:crypto'
import { startTestApp, type TestApp } from '../../../../../../test/harness/app/testApp.ts'
import { withTransaction } from '../../../../../platform/db/withTransaction.ts'
import type { PaymentProvider } from '../../../provider.ts'
import { replaceFaults, type StoredFault } from '../faults/faults.sql.ts'
import { createSandboxForms, type SandboxForms } from '../forms/sandboxForms.ts'
import { insertSandboxMethod } from '../methods/methods.sql.ts'
import { type CardBehaviour, type StoredCard, testCards } from '../methods/testCards.core.ts'
import {
  openSandbox,
  requireSandboxEnvironment,
  type Sandbox,
  type SandboxOptions,
} from '../sandbox.ts'
import { createSandboxProvider } from '../sandboxAdapter.ts'
import { sandboxId } from '../sandboxId.ts'

export interface SandboxBench {
  app: TestApp
  options: SandboxOptions
  sandbox: Sandbox
  provider: PaymentProvider
  forms: SandboxForms
  /** The delays that the provider waited for. */
  waits: number[]
  environmentId: string
  newCustomer(): Promise<{ customerId: string; providerCustomerId: string }>
  save(providerCustomerId: string, behaviour: CardBehaviour): Promise<string>
  /** Creates a customer with a card of this behavior and returns a charge to send. */
  newCharge(behaviour?: CardBehaviour): Promise<NewCharge>
  fail(
    ...faults: (Pick<StoredFault, 'operation' | 'effect'> & Partial<StoredFault>)[]
  ): Promise<void>
  stop(): Promise<void>
}

type NewCharge = Parameters<PaymentProvider['charge']>[0] & { customerId: string }

/** The card as the form sends it, without its number. */
export const cardOf = (behaviour: CardBehaviour): StoredCard => ({
  behaviour,
  brand: testCards[behaviour].brand,
  last4: testCards[behaviour].number.slice(-4),
  expMonth: 12,
  expYear: 2030,
})

/** Starts the sandbox provider on a real database. It delivers webhooks to `publicUrl`. */
export async function openSandboxBench(publicUrl = 'http://127.0.0.1:9'): Promise<SandboxBench> {
  const app = await startTestApp()
  const { environmentId, environment } = app.sandbox
  requireSandboxEnvironment(environment)
  const encryptionKey = randomBytes(32)
  const waits: number[] = []
  const options: SandboxOptions = {
    db: app.db,
    clock: app.clock,
    encryptionKey,
    publicUrl,
    wait: async (ms) => {
      waits.push(ms)
    },
  }
  const sandbox = openSandbox(options, environmentId)
  const provider = createSandboxProvider(sandbox)
  const newCustomer = async () => {
    const customerId = `customer-${randomUUID()}`
    const customer = { customerId, name: null, email: null }
    return { customerId, providerCustomerId: await provider.ensureCustomer(customer) }
  }
  const save = async (ownerId: string, behaviour: CardBehaviour) => {
    const method = { environmentId, id: sandboxId('method'), ownerId, card: cardOf(behaviour) }
    await withTransaction(app.db, (tx) => insertSandboxMethod(tx, method, app.clock.now()))
    return method.id
  }
  return {
    app,
    options,
    sandbox,
    provider,
    forms: createSandboxForms(app.db, encryptionKey),
    waits,
    environmentId,
    newCustomer,
    save,
    newCharge: async (behaviour = 'success') => {
      const { customerId, providerCustomerId } = await newCustomer()
      return {
        attemptId: `att_${randomUUID()}`,
        customerId,
        providerCustomerId,
        providerMethodId: await save(providerCustomerId, behaviour),
        amount: 1250,
        currency: 'usd',
        description: 'Acme credits',
      }
    },
    fail: (...faults) =>
      withTransaction(app.db, (tx) =>
        replaceFaults(
          tx,
          environmentId,
          faults.map((fault) => ({ delayMs: null, times: 1, customerReference: null, ...fault })),
        ),
      ),
    stop: () => app.stop(),
  }
}
