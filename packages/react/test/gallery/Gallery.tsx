import type { ReactElement } from 'react'
import {
  AutoTopUpForm,
  CheckoutForm,
  InvoiceList,
  InvoiceView,
  LedgerTable,
  PackageList,
  PaymentMethodManager,
  PlanPicker,
  PurserTheme,
  SubscriptionCard,
  TopUpHistory,
  UsageHistory,
  UsageMeter,
  UsageMeters,
  WalletList,
} from '../../src/components/index.ts'
import { PurserProvider } from '../../src/index.ts'

export interface GalleryProps {
  readonly baseUrl: string
  /** A customer who has everything. */
  readonly token: string
  /** A customer who has nothing yet. */
  readonly newcomerToken: string
  readonly invoiceId: string
  readonly checkout: { readonly token: string; readonly sessionId: string }
}

/** Every component on one page, for a customer with a history and one without. */
export function Gallery(props: GalleryProps): ReactElement {
  const { baseUrl, token, newcomerToken, invoiceId, checkout } = props
  return (
    <PurserProvider baseUrl={baseUrl} token={token}>
      <PurserTheme locale="en-US">
        <main>
          <h1>Gallery</h1>
          <div className="pair">
            <SubscriptionCard onPickPlan={() => {}} />
            <UsageMeters />
          </div>
          <WalletList />
          <UsageHistory days={30} />
          <PlanPicker />
          <InvoiceList />
          <InvoiceView invoiceId={invoiceId} />
          <div className="pair">
            <PaymentMethodManager />
            <PackageList />
          </div>
          <div className="pair">
            <AutoTopUpForm creditCurrencyId="images" />
            <AutoTopUpForm creditCurrencyId="prepaid" />
          </div>
          <LedgerTable />
          <TopUpHistory />
          <UsageMeter metricId="render" />
          <PurserProvider baseUrl={baseUrl} token={checkout.token}>
            <CheckoutForm sessionId={checkout.sessionId} />
          </PurserProvider>
          <PurserProvider baseUrl={baseUrl} token={newcomerToken}>
            <div className="pair">
              <SubscriptionCard onPickPlan={() => {}} />
              <UsageMeters />
              <InvoiceList />
              <UsageHistory />
              <WalletList />
              <PaymentMethodManager />
            </div>
          </PurserProvider>
        </main>
      </PurserTheme>
    </PurserProvider>
  )
}
