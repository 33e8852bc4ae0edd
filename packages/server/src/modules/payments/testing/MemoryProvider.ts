import {
  type ClientEnvelope,
  type PaymentProvider,
  type ProviderAdapter,
  type ProviderMethod,
  ProviderUnavailable,
} from '../provider.ts'

const unused = async (): Promise<never> => {
  throw new Error('The in-memory provider saves methods but takes no payments.')
}

/** An in-memory provider with customers, forms and methods but without payments. */
export class MemoryProvider implements ProviderAdapter, PaymentProvider {
  readonly id = 'sandbox'
  readonly needsCredentials = false
  /** The calls so far, in order. */
  readonly calls: string[] = []
  readonly methods = new Map<string, ProviderMethod>()
  isDown = false
  /** Runs during a call, before it has any effect. */
  duringCall: (call: string) => Promise<void> = async () => {}
  #methodCount = 0

  /** Resets the provider. */
  forget(): void {
    this.calls.length = 0
    this.methods.clear()
    this.#methodCount = 0
    this.isDown = false
    this.duringCall = async () => {}
  }

  async connect(): Promise<PaymentProvider> {
    return this
  }

  async ensureCustomer({ customerId }: { customerId: string }): Promise<string> {
    await this.#record(`ensureCustomer ${customerId}`)
    return this.customerIdOf(customerId)
  }

  customerIdOf(customerId: string): string {
    return `cus_${customerId}`
  }

  async startSetup({ setupId, uiMode }: Parameters<PaymentProvider['startSetup']>[0]) {
    await this.#record(`startSetup ${setupId}`)
    const client: ClientEnvelope = {
      provider: this.id,
      token: `secret of ${setupId}`,
      publishableKey: null,
      url: uiMode === 'hosted' ? `https://pay.test/${setupId}` : null,
    }
    return client
  }

  /** Saves a card, as if the customer had filled in the form. */
  save(customerId: string, card: Partial<NonNullable<ProviderMethod['card']>> = {}) {
    this.#methodCount += 1
    const method: ProviderMethod = {
      providerMethodId: `card_${this.#methodCount}`,
      providerCustomerId: this.customerIdOf(customerId),
      type: 'card',
      card: { last4: '4242', brand: 'visa', expMonth: 12, expYear: 2030, ...card },
    }
    this.methods.set(method.providerMethodId, method)
    return method
  }

  async lookUpMethod(providerMethodId: string): Promise<ProviderMethod | null> {
    const answer = this.methods.get(providerMethodId) ?? null
    await this.#record(`lookUpMethod ${providerMethodId}`)
    return answer
  }

  async detachMethod(providerMethodId: string): Promise<void> {
    await this.#record(`detachMethod ${providerMethodId}`)
    this.methods.delete(providerMethodId)
  }

  async #record(call: string): Promise<void> {
    this.calls.push(call)
    await this.duringCall(call)
    if (this.isDown) throw new ProviderUnavailable('The provider is down.')
  }

  startPayment = unused
  charge = unused
  lookUpPayment = unused
  cancelPayment = unused
  refund = unused
  lookUpRefund = unused
  lookUpDispute = unused
  readWebhook = unused
}
