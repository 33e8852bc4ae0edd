import { useCallback } from 'react'
import { pageBase } from '../page/pageAddress.ts'
import { navigate, useLocation } from '../page/useLocation.ts'

/** The views of the portal, in the order of its menu. Phones show the shorter label. */
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

const PORTAL_PATH = `${new URL(pageBase).pathname.replace(/\/+$/, '')}/portal`

/** Builds the path of a view. Merchants may link to it with the token in the fragment. */
export const portalPath = (name: PortalViewName): string =>
  name === 'overview' ? PORTAL_PATH : `${PORTAL_PATH}/${name}`

interface PortalNavigation {
  readonly view: PortalView
  readonly goTo: (name: PortalViewName) => void
}

/** Reads the current view from the page's address. An unknown path shows the overview. */
export function usePortalView(): PortalNavigation {
  const path = useLocation(({ pathname }) => pathname)
  const name = path.slice(PORTAL_PATH.length + 1).replace(/\/+$/, '')
  const goTo = useCallback((next: PortalViewName) => navigate(portalPath(next)), [])
  return { view: portalViews.find((view) => view.name === name) ?? portalViews[0], goTo }
}
