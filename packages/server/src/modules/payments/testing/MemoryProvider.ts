import {
  type ClientEnvelope,
  type PaymentProvider,
  type ProviderAdapter,
  type ProviderMethod,
  ProviderUnavailable,
} from '../provider.ts'

const unused = async (): Promise<never> => {
  throw new Error('The provider in memory saves methods and takes no money.')
}

/** A provider that knows customers, forms and methods, and forgets them with the process. */
export class MemoryProvider implements ProviderAdapter, PaymentProvider {
  readonly id = 'sandbox'
  readonly needsCredentials = false
  /** What it was asked to do, in order. */
  readonly calls: string[] = []
  readonly methods = new Map<string, ProviderMethod>()
  isDown = false
  /** Runs while a call is under way, before it has any effect. */
  meanwhile: (call: string) => Promise<void> = async () => {}
  #made = 0

  /** As if nobody had ever come. */
  forget(): void {
    this.calls.length = 0
    this.methods.clear()
    this.#made = 0
    this.isDown = false
    this.meanwhile = async () => {}
  }

  async connect(): Promise<PaymentProvider> {
    return this
  }

  async ensureCustomer({ customerId }: { customerId: string }): Promise<string> {
    await this.#take(`ensureCustomer ${customerId}`)
    return this.knownAs(customerId)
  }

  knownAs(customerId: string): string {
    return `cus_${customerId}`
  }

  async startSetup({ setupId, uiMode }: Parameters<PaymentProvider['startSetup']>[0]) {
    await this.#take(`startSetup ${setupId}`)
    const client: ClientEnvelope = {
      provider: this.id,
      token: `secret of ${setupId}`,
      publishableKey: null,
      url: uiMode === 'hosted' ? `https://pay.test/${setupId}` : null,
    }
    return client
  }

  /** As if the customer had filled in the form. */
  save(customerId: string, card: Partial<NonNullable<ProviderMethod['card']>> = {}) {
    this.#made += 1
    const method: ProviderMethod = {
      providerMethodId: `card_${this.#made}`,
      providerCustomerId: this.knownAs(customerId),
      type: 'card',
      card: { last4: '4242', brand: 'visa', expMonth: 12, expYear: 2030, ...card },
    }
    this.methods.set(method.providerMethodId, method)
    return method
  }

  async lookUpMethod(providerMethodId: string): Promise<ProviderMethod | null> {
    const answer = this.methods.get(providerMethodId) ?? null
    await this.#take(`lookUpMethod ${providerMethodId}`)
    return answer
  }

  async detachMethod(providerMethodId: string): Promise<void> {
    await this.#take(`detachMethod ${providerMethodId}`)
    this.methods.delete(providerMethodId)
  }

  async #take(call: string): Promise<void> {
    this.calls.push(call)
    await this.meanwhile(call)
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
