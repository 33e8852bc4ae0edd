import { safeUrl } from '@purser/contract/client'
import { useBranding } from '@purser/react'
import { type ReactElement, type ReactNode, useState } from 'react'

/** The top of a page: whose it is, and the way out. */
export const PageHeader = ({ children }: { readonly children?: ReactNode }): ReactElement => (
  <header className="page-header">
    <Brand />
    {children}
  </header>
)

/** Who the customer deals with: the merchant's logo and name. */
export function Brand(): ReactElement {
  const { branding } = useBranding()
  const [hasFailed, setHasFailed] = useState(false)
  const logo = hasFailed ? null : safeUrl(branding?.logo)
  const name = branding?.name ?? ''
  return (
    <span className="brand">
      {logo ? (
        <img className="brand-logo" src={logo} alt="" onError={() => setHasFailed(true)} />
      ) : (
        <span className="brand-logo brand-monogram" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span className="brand-name">{name}</span>
    </span>
  )
}

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
