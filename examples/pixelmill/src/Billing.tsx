import {
  InvoiceList,
  PackageList,
  PaymentMethodManager,
  PlanPicker,
  SubscriptionCard,
  WalletCard,
} from '@purser/react/components'

/** All of it is ready-made: it reads, sells and refreshes by itself. */
export function Billing() {
  return (
    <>
      <h1>Billing</h1>
      <div className="columns">
        <WalletCard creditCurrencyId="image-credits" />
        <div className="page-part">
          <SubscriptionCard />
          <PackageList creditCurrencyId="image-credits" />
        </div>
      </div>
      <PlanPicker />
      <PaymentMethodManager />
      <InvoiceList />
    </>
  )
}
