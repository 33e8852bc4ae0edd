import { safeUrl } from '@purser/contract/client'
import { useBranding } from '@purser/react'
import { type ReactElement, useState } from 'react'

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
