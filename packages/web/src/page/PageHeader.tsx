import { safeUrl } from '@purser/contract/client'
import { useBranding } from '@purser/react'
import { type ReactElement, type ReactNode, useState } from 'react'

/** The top of a page: the merchant's brand, and a link out of the page. */
export const PageHeader = ({ children }: { readonly children?: ReactNode }): ReactElement => (
  <header className="page-header">
    <Brand />
    {children}
  </header>
)

/** The merchant's name with its logo, or with its initial if there is no logo. */
export function Brand(): ReactElement {
  const { branding } = useBranding()
  const [isLogoBroken, setIsLogoBroken] = useState(false)
  const logo = isLogoBroken ? null : safeUrl(branding?.logo)
  const name = branding?.name ?? ''
  return (
    <span className="brand">
      {logo ? (
        <img className="brand-logo" src={logo} alt="" onError={() => setIsLogoBroken(true)} />
      ) : (
        <span className="brand-logo brand-monogram" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span className="brand-name">{name}</span>
    </span>
  )
}

/** A link back to the merchant: to the session's return URL, otherwise to the merchant's website. */
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
