import { safeUrl } from '@purser/contract/client'
import { useBranding, useCheckoutPage } from '@purser/react'
import { CheckoutForm } from '@purser/react/components'
import { type ReactElement, useEffect, useState } from 'react'
import { PageHeader } from '../page/PageHeader.tsx'

/** Gives the customer time to read the result before the redirect. */
const REDIRECT_DELAY_MS = 4_000

/** Shows the purchase and the payment form, and returns to the merchant after the payment. */
export function CheckoutPage({ sessionId }: { readonly sessionId: string }): ReactElement {
  const { branding } = useBranding()
  const { page } = useCheckoutPage(sessionId)
  const [isCompleted, setIsCompleted] = useState(false)
  const merchant = branding?.name ?? null
  const successUrl = isCompleted ? safeUrl(page?.successUrl) : null
  const cancelUrl = !isCompleted && page?.status === 'pending' ? safeUrl(page.cancelUrl) : null

  useEffect(() => {
    document.title = merchant ? `Checkout · ${merchant}` : 'Checkout'
  }, [merchant])

  useEffect(() => {
    if (successUrl === null) return
    const timer = setTimeout(() => location.assign(successUrl), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [successUrl])

  return (
    <div className="page page-narrow">
      <PageHeader>
        {cancelUrl && (
          <a className="back-link" href={cancelUrl} rel="noreferrer">
            Cancel
          </a>
        )}
      </PageHeader>
      <main className="page-main checkout-main">
        <h1>Checkout</h1>
        <CheckoutForm sessionId={sessionId} onCompleted={() => setIsCompleted(true)} />
        <p className="checkout-redirect" role="status">
          {successUrl && (merchant ? `Taking you back to ${merchant}…` : 'Taking you back…')}
        </p>
      </main>
    </div>
  )
}
