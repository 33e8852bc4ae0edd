import { useBranding, usePricing } from '@purser/react'
import { PricingTable } from '@purser/react/components'
import { type ReactElement, useEffect } from 'react'
import { Message } from '../page/Message.tsx'
import { BackLink, PageHeader } from '../page/PageHeader.tsx'
import { signUpUrl } from './signUpUrl.ts'

/** The public price list of one product. */
export function PricingPage({ hasKey }: { readonly hasKey: boolean }): ReactElement {
  const { branding } = useBranding()
  const { pricing, error } = usePricing()
  const title = pricing ? `${pricing.product.name} pricing` : 'Pricing'
  useEffect(() => {
    document.title = title
  }, [title])
  if (!hasKey) {
    return (
      <Message title="This address is not complete">
        The address of a pricing page ends with a publishable key: <code>?key=pk_…</code>
      </Message>
    )
  }
  if (error && 'code' in error && error.code === 'unauthorized') {
    return (
      <Message title="These prices cannot be shown">
        The publishable key in the address is not known. It may have been replaced: ask whoever gave
        you the address.
      </Message>
    )
  }
  // While it is not known, there is room for the buttons.
  const canSignUp = branding === null || signUpUrl(branding, null) !== null
  return (
    <div className="page">
      <PageHeader>
        <BackLink returnUrl={null} />
      </PageHeader>
      <main className="page-main">
        <div className="pricing-head">
          <h1>{title}</h1>
          <p>{pricing?.product.description ?? ''}</p>
        </div>
        <PricingTable
          {...(canSignUp && {
            onSelectPlan: (plan) => {
              const href = signUpUrl(branding, plan.slug)
              if (href) location.assign(href)
            },
          })}
        />
      </main>
    </div>
  )
}
