import type { PaymentOutcome } from '../../../src/modules/payments/provider.ts'
import { intentIdOf } from '../../../src/modules/payments/providers/sandbox/forms/clientSecret.core.ts'
import { createSandboxForms } from '../../../src/modules/payments/providers/sandbox/forms/sandboxForms.ts'
import { findIntentById } from '../../../src/modules/payments/providers/sandbox/payments/intents.sql.ts'
import { openSandbox } from '../../../src/modules/payments/providers/sandbox/sandbox.ts'
import { createSandboxProvider } from '../../../src/modules/payments/providers/sandbox/sandboxAdapter.ts'
import type { TestApp } from '../app/testApp.ts'

/** A form that waits for a customer's browser. */
export interface OpenForm {
  token: string
  /** The address of the form as a separate page. */
  at: string
  /** Reads the status of the form's intent in the provider's book. */
  readStatus(): Promise<string | undefined>
}

/** Creates forms of the sandbox provider for a browser to fill in, as Purser creates them. */
export function createSandboxFormStarter(app: TestApp) {
  const { db, clock, encryptionKey, url, sandbox } = app
  const options = { db, clock, encryptionKey, publicUrl: url }
  const provider = createSandboxProvider(openSandbox(options, sandbox.environmentId))

  let started = 0
  const newCustomer = (name: string) =>
    provider.ensureCustomer({ customerId: name, name: null, email: null })
  const intentOf = (token: string) => findIntentById(db, intentIdOf(token) ?? '')
  const formOf = ({ token }: { token: string }): OpenForm => ({
    token,
    at: `${url}/sandbox/form#${token}`,
    readStatus: async () => (await intentOf(token))?.status,
  })
  const openForm = (attemptId: string, outcome: PaymentOutcome) => {
    if (outcome.kind !== 'requires_action')
      throw new Error(`The payment needs no form. Its outcome is ${outcome.kind}.`)
    const { client, providerPaymentId } = outcome
    return {
      ...formOf(client),
      cancel: () => provider.cancelPayment({ attemptId, providerPaymentId }),
    }
  }

  /** Creates a form that saves a card. */
  const setup = async (urls: { successUrl?: string; cancelUrl?: string } = {}) => {
    started += 1
    const setupId = `setup-${started}`
    const providerCustomerId = await newCustomer(setupId)
    const client = await provider.startSetup({
      setupId,
      providerCustomerId,
      uiMode: 'hosted',
      successUrl: null,
      cancelUrl: null,
      ...urls,
    })
    return { ...formOf(client), url: client.url, providerCustomerId }
  }

  return {
    setup,

    /** Creates a form that takes a payment of $10. */
    payment: async (description = 'Ten dollars of credits') => {
      started += 1
      const attemptId = `attempt-${started}`
      const providerCustomerId = await newCustomer(attemptId)
      const order = { amount: 1000, currency: 'usd', description }
      const request = { attemptId, providerCustomerId, ...order }
      return openForm(attemptId, await provider.startPayment(request))
    },

    /** Charges 1,000 yen to a saved card whose bank asks the customer to confirm every payment. */
    charge: async () => {
      const { token, providerCustomerId } = await setup()
      const forms = createSandboxForms(db, encryptionKey)
      const card = { behaviour: 'challenge_always', brand: 'visa', last4: '3184' } as const
      await forms.confirmIntent(token, { ...card, expMonth: 12, expYear: 2030 }, clock.now())
      await forms.answerChallenge(token, 'approve', clock.now())
      started += 1
      const attemptId = `attempt-${started}`
      const outcome = await provider.charge({
        attemptId,
        providerCustomerId,
        providerMethodId: (await intentOf(token))?.methodId ?? '',
        amount: 1000,
        currency: 'jpy',
        description: 'A renewal',
      })
      return openForm(attemptId, outcome)
    },
  }
}
