/** What the portal consists of, in the order of its menu. */
export const portalViews = [
  { name: 'overview', title: 'Overview', label: 'Overview' },
  { name: 'credits', title: 'Credits', label: 'Credits' },
  { name: 'plan', title: 'Plan', label: 'Plan' },
  { name: 'usage', title: 'Usage', label: 'Usage' },
  { name: 'payment-methods', title: 'Payment methods', label: 'Payment' },
  { name: 'invoices', title: 'Invoices', label: 'Invoices' },
] as const

export type PortalView = (typeof portalViews)[number]
export type PortalViewName = PortalView['name']

export interface PortalViewProps {
  readonly goTo: (name: PortalViewName) => void
}
