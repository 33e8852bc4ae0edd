const SCRIPT = 'https://js.stripe.com/v3'

interface StripeIntent {
  readonly status: string
}

interface StripeResult {
  readonly error?: { readonly code?: string; readonly message?: string }
  readonly paymentIntent?: StripeIntent
  readonly setupIntent?: StripeIntent
}

interface PaymentElement {
  mount(target: HTMLElement): void
  on(event: 'ready' | 'loaderror', listener: () => void): void
  destroy(): void
}

export interface StripeElements {
  create(type: 'payment'): PaymentElement
}

interface Confirmation {
  readonly elements: StripeElements
  readonly confirmParams: { readonly return_url: string }
  readonly redirect: 'if_required'
}

/** The parts of Stripe.js that the card form uses. */
export interface Stripe {
  elements(options: {
    readonly clientSecret: string
    readonly locale: string
    readonly appearance: { readonly theme: 'stripe' | 'night' }
  }): StripeElements
  retrievePaymentIntent(clientSecret: string): Promise<StripeResult>
  retrieveSetupIntent(clientSecret: string): Promise<StripeResult>
  handleNextAction(options: { readonly clientSecret: string }): Promise<StripeResult>
  confirmPayment(options: Confirmation): Promise<StripeResult>
  confirmSetup(options: Confirmation): Promise<StripeResult>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => Stripe
  }
}

/** Loads Stripe's script once per page, from Stripe's server as Stripe requires. */
export async function loadStripe(publishableKey: string): Promise<Stripe> {
  if (!window.Stripe) await loadScript()
  if (!window.Stripe) throw new Error('Stripe.js was loaded but is not available.')
  return window.Stripe(publishableKey)
}

function loadScript(): Promise<void> {
  const script = findScript() ?? addScript()
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      // Removed, so that the next attempt loads it again.
      script.remove()
      reject(new Error('Stripe.js could not be loaded.'))
    })
  })
}

const findScript = (): HTMLScriptElement | null =>
  document.querySelector<HTMLScriptElement>(`script[src^="${SCRIPT}"]`)

function addScript(): HTMLScriptElement {
  const script = document.createElement('script')
  script.src = SCRIPT
  document.head.append(script)
  return script
}
