import { useCallback, useSyncExternalStore } from 'react'
import { pageBase } from '../page/pageBase.ts'
import { type PortalView, type PortalViewName, portalViews } from './portalViews.ts'

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
