import { safeUrl } from '@purser/contract/client'
import { useBranding } from '@purser/react'
import type { ReactElement } from 'react'

/** The way back to the merchant: where the link said, else the merchant's website. */
export function BackLink({
  returnUrl,
}: {
  readonly returnUrl: string | null
}): ReactElement | null {
  const { branding } = useBranding()
  const href = returnUrl ?? safeUrl(branding?.website)
  if (!href || !branding) return null
  return (
    <a className="back-link" href={href} rel="noreferrer">
      <span aria-hidden="true">←</span> Back to {branding.name}
    </a>
  )
}
