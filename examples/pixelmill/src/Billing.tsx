import {
  InvoiceList,
  PackageList,
  PaymentMethodManager,
  PlanPicker,
  SubscriptionCard,
  WalletCard,
} from '@purser/react/components'

/** A billing page of ready-made components. They load, refresh and take payments on their own. */
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
