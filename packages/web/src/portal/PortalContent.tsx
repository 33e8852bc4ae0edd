import type { ComponentType, ReactElement } from 'react'
import { CreditsView } from './CreditsView.tsx'
import { InvoicesView } from './InvoicesView.tsx'
import { OverviewView } from './OverviewView.tsx'
import { PaymentMethodsView } from './PaymentMethodsView.tsx'
import { PlanView } from './PlanView.tsx'
import type { PortalViewName, PortalViewProps } from './portalViews.ts'
import { UsageView } from './UsageView.tsx'

const VIEWS: Readonly<Record<PortalViewName, ComponentType<PortalViewProps>>> = {
  overview: OverviewView,
  credits: CreditsView,
  plan: PlanView,
  usage: UsageView,
  'payment-methods': PaymentMethodsView,
  invoices: InvoicesView,
}

interface PortalContentProps extends PortalViewProps {
  readonly view: PortalViewName
}

export function PortalContent({ view, goTo }: PortalContentProps): ReactElement {
  const View = VIEWS[view]
  return (
    <div className="portal-view">
      <View goTo={goTo} />
    </div>
  )
}
