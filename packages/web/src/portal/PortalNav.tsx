import type { MouseEvent, ReactElement, ReactNode } from 'react'
import { type PortalViewName, portalPath, portalViews } from './portalViews.ts'

interface PortalNavProps {
  readonly current: PortalViewName
  readonly goTo: (name: PortalViewName) => void
}

/** The portal's menu. Desktops show it beside the page and phones below it. */
export const PortalNav = ({ current, goTo }: PortalNavProps): ReactElement => (
  <nav className="portal-nav" aria-label="Billing">
    <ul>
      {portalViews.map(({ name, title, label }) => (
        <li key={name}>
          <ViewLink to={name} goTo={goTo} isCurrent={name === current}>
            <ViewIcon name={name} />
            <span className="portal-nav-title">{title}</span>
            <span className="portal-nav-label" aria-hidden="true">
              {label}
            </span>
          </ViewLink>
        </li>
      ))}
    </ul>
  </nav>
)

interface ViewLinkProps {
  readonly to: PortalViewName
  readonly goTo: (name: PortalViewName) => void
  readonly isCurrent?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A link to a view. It has a real address but changes the view without loading the page. */
function ViewLink({ to, goTo, isCurrent, className, children }: ViewLinkProps): ReactElement {
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

const SHAPES: Readonly<Record<PortalViewName, string>> = {
  overview: 'M4 11.5 12 4l8 7.5M6 10v9h12v-9M10 19v-5h4v5',
  credits:
    'M4 7.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm0 0a2 2 0 0 1 2-2h10M16 13.5h.01',
  plan: 'm12 4 8 4.5-8 4.5-8-4.5zM4 12.5l8 4.5 8-4.5M4 16l8 4.5 8-4.5',
  usage: 'M5 20V11M10 20V5M15 20v-7M20 20V8',
  'payment-methods':
    'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18M7 15h3',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
}

const ViewIcon = ({ name }: { readonly name: PortalViewName }): ReactElement => (
  <svg className="view-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
)
