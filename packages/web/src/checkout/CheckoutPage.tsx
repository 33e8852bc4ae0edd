import { useBranding, useCheckoutPage } from '@purser/react'
import { CheckoutForm } from '@purser/react/components'
import { type ReactElement, useEffect } from 'react'
import { PageHeader } from '../page/PageHeader.tsx'
import { safeUrl } from '../page/safeUrl.ts'

/** What is bought, the form to pay it, and the way on. */
export function CheckoutPage({ sessionId }: { readonly sessionId: string }): ReactElement {
  const { branding } = useBranding()
  const { page } = useCheckoutPage(sessionId)
  const merchant = branding?.name
  useEffect(() => {
    document.title = merchant ? `Checkout · ${merchant}` : 'Checkout'
  }, [merchant])
  const cancelUrl = page?.status === 'pending' ? safeUrl(page.cancelUrl) : null
  return (
    <div className="page">
      <PageHeader>
        {cancelUrl && (
          <a className="back-link" href={cancelUrl} rel="noreferrer">
            Cancel
          </a>
        )}
      </PageHeader>
      <main className="page-main checkout-main">
        <h1>Checkout</h1>
        <CheckoutForm sessionId={sessionId} />
      </main>
    </div>
  )
}
