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
      <Message title="This link is incomplete">
        Part of the link is missing. Copy the whole link, or ask the company that sent it for a new
        one.
      </Message>
    )
  }
  if (error && 'code' in error && error.code === 'unauthorized') {
    return (
      <Message title="These prices are not available">
        This link is not valid or no longer works. Ask the company that sent it for a new one.
      </Message>
    )
  }
  // Shows the buttons while the branding loads, so that nothing moves when it arrives.
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
