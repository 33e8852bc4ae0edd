import type { ReactElement } from 'react'
import { type PortalViewName, portalViews } from './portalViews.ts'
import { ViewIcon } from './ViewIcon.tsx'
import { ViewLink } from './ViewLink.tsx'

interface PortalNavProps {
  readonly current: PortalViewName
  readonly goTo: (name: PortalViewName) => void
}

/** The menu: beside the page on a desktop, below it on a phone. */
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
