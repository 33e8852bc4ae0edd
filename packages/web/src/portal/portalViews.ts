import { useCallback, useSyncExternalStore } from 'react'
import { pageBase } from '../page/pageAddress.ts'

/** What the portal consists of, in the order of its menu. */
export const portalViews = [
  { name: 'overview', title: 'Overview', label: 'Overview' },
  { name: 'credits', title: 'Credits', label: 'Credits' },
  { name: 'plan', title: 'Plan', label: 'Plan' },
  { name: 'usage', title: 'Usage', label: 'Usage' },
  { name: 'payment-methods', title: 'Payment methods', label: 'Payment' },
  { name: 'invoices', title: 'Invoices', label: 'Invoices' },
] as const

type PortalView = (typeof portalViews)[number]
export type PortalViewName = PortalView['name']

export interface PortalViewProps {
  readonly goTo: (name: PortalViewName) => void
}

const PORTAL = `${new URL(pageBase).pathname.replace(/\/+$/, '')}/portal`
const MOVED = 'purser-moved'

/** The address of a view; a merchant may link to it, with the token in the fragment. */
export const portalPath = (name: PortalViewName): string =>
  name === 'overview' ? PORTAL : `${PORTAL}/${name}`

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  addEventListener(MOVED, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(MOVED, onChange)
  }
}

interface PortalNavigation {
  readonly view: PortalView
  readonly goTo: (name: PortalViewName) => void
}

/** Which view the address says, and the way to another one. */
export function usePortalView(): PortalNavigation {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  const name = path.slice(PORTAL.length + 1).replace(/\/+$/, '')
  const goTo = useCallback((next: PortalViewName) => {
    history.pushState(null, '', portalPath(next))
    dispatchEvent(new Event(MOVED))
  }, [])
  return { view: portalViews.find((view) => view.name === name) ?? portalViews[0], goTo }
}
