import type { MouseEvent, ReactElement, ReactNode } from 'react'
import type { PortalViewName } from './portalViews.ts'
import { portalPath } from './usePortalView.ts'

interface ViewLinkProps {
  readonly to: PortalViewName
  readonly goTo: (name: PortalViewName) => void
  readonly isCurrent?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A link inside the portal: a real address, followed without loading the page anew. */
export function ViewLink({
  to,
  goTo,
  isCurrent,
  className,
  children,
}: ViewLinkProps): ReactElement {
  const follow = (event: MouseEvent) => {
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
    if (isForBrowser) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a
      href={portalPath(to)}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
