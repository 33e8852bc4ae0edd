import { safeUrl } from '@purser/contract/client'
import { useBranding, useCheckoutPage } from '@purser/react'
import { CheckoutForm } from '@purser/react/components'
import { type ReactElement, useEffect, useState } from 'react'
import { PageHeader } from '../page/PageHeader.tsx'

/** Long enough to read how it ended. */
const READING_MS = 4_000

/** What is bought, the form to pay it, and the way on. */
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
    const timer = setTimeout(() => location.assign(successUrl), READING_MS)
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
        <p className="checkout-onwards" role="status">
          {successUrl && `Taking you back to ${merchant ?? 'where you came from'} …`}
        </p>
      </main>
    </div>
  )
}
