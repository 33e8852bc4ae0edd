import { type ReactElement, useEffect, useState } from 'react'
import type { MerchantClient } from './createMerchantClient.ts'

interface OnboardingHeaderProps {
  readonly client: MerchantClient | null
  readonly onForget: () => void
}

/** Whose sandbox it is, and the way out of it. */
export function OnboardingHeader({ client, onForget }: OnboardingHeaderProps): ReactElement {
  const [merchant, setMerchant] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    setMerchant(null)
    client?.call('getOrganization', {}).then(
      ({ name }) => isCurrent && setMerchant(name),
      // Whatever is wrong is said where the key is needed.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [client])
  return (
    <header className="page-header">
      <span className="brand">
        <span className="brand-logo brand-monogram" aria-hidden="true">
          P
        </span>
        <span className="brand-name">{merchant ?? 'Purser'}</span>
        <span className="purser-badge">Sandbox</span>
      </span>
      {client && (
        <button type="button" className="purser-button purser-button-plain" onClick={onForget}>
          Forget key
        </button>
      )}
    </header>
  )
}
