import { useCreditAccounts, useCreditCurrencies, useEntitlements } from '@purser/react'
import {
  InvoiceList,
  LedgerTable,
  PackageList,
  PaymentMethodManager,
  PlanPicker,
  SubscriptionCard,
  TopUpHistory,
  UsageHistory,
  UsageMeters,
  WalletList,
} from '@purser/react/components'
import type { ComponentType, ReactElement } from 'react'
import type { PortalViewName, PortalViewProps } from './portalViews.ts'

/** How things stand: the plan, the wallets, what was used. */
const OverviewView = ({ goTo }: PortalViewProps): ReactElement => (
  <div className="portal-overview">
    <SubscriptionCard onPickPlan={() => goTo('plan')} />
    <UsageMeters />
    <WalletList className="portal-overview-wide" />
  </div>
)

/** Wallets, the ways to fill them, and all that went in and out. */
function CreditsView(): ReactElement {
  const accounts = useCreditAccounts()
  const currencies = useCreditCurrencies()
  const isLoading = accounts.isLoading || currencies.isLoading
  return (
    <>
      <WalletList />
      {/* How many wallets there are is not known before, and nothing should be pushed down. */}
      {!isLoading && (
        <>
          <PackageList />
          <LedgerTable />
          <TopUpHistory />
        </>
      )}
    </>
  )
}

/** The plan that the customer is on, and the others. */
const PlanView = (): ReactElement => (
  <>
    <SubscriptionCard />
    <PlanPicker />
  </>
)

/** What was used, against its limits and day by day. */
function UsageView(): ReactElement {
  const { isLoading } = useEntitlements()
  return (
    <>
      <UsageMeters />
      {/* How many meters there are is not known before, and nothing should be pushed about. */}
      {!isLoading && <UsageHistory />}
    </>
  )
}

const PaymentMethodsView = (): ReactElement => <PaymentMethodManager />

const InvoicesView = (): ReactElement => <InvoiceList />

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
