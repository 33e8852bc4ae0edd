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

const OverviewView = ({ goTo }: PortalViewProps): ReactElement => (
  <div className="portal-overview">
    <SubscriptionCard onPickPlan={() => goTo('plan')} />
    <UsageMeters />
    <WalletList className="portal-overview-wide" />
  </div>
)

function CreditsView(): ReactElement {
  const accounts = useCreditAccounts()
  const currencies = useCreditCurrencies()
  const isLoading = accounts.isLoading || currencies.isLoading
  return (
    <>
      <WalletList />
      {/* The number of wallets is unknown while they load. Wait, so that nothing moves down. */}
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

const PlanView = (): ReactElement => (
  <>
    <SubscriptionCard />
    <PlanPicker />
  </>
)

function UsageView(): ReactElement {
  const { isLoading } = useEntitlements()
  return (
    <>
      <UsageMeters />
      {/* The number of meters is unknown while they load. Wait, so that nothing moves down. */}
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
