import type { Scope } from '../../kernel/scope.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CustomerRecord } from '../customers/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import type { TaxTerms } from './bill/bill.core.ts'
import type { InvoiceRecord } from './invoice/invoice.sql.ts'

/** What billing takes: everything that bills or collects is handed this. */
export interface Billing {
  readonly db: Database
  readonly providers: PaymentProviders
  readonly tax: TaxCalculator
  readonly follower: InvoiceFollower
}

/**
 * Who acts on what becomes of an invoice, in the transaction that says so. Subscriptions do;
 * app.ts brings the two together, because invoicing stands above them.
 */
export interface InvoiceFollower {
  /**
   * Money has come, and is not booked yet: ends what the invoice is for if that can come to be no
   * more, so that the invoice is void and the money goes back.
   */
  dropStale(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<void>
  /** Nothing is left to pay. */
  paid(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<void>
  /**
   * A charge has failed, or there was nothing to charge; it will be tried again if nextAttemptAt is
   * set. `isUnattended` says whether it was tried by itself, or by somebody who was told.
   */
  attemptFailed(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    at: Date,
    isUnattended: boolean,
  ): Promise<void>
  /** It will not be collected: void, or given up after the last retry. */
  givenUp(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    why: 'void' | 'uncollectible' | 'dunning_over',
    at: Date,
  ): Promise<void>
}

/** The port to whoever knows what tax a customer pays. Null: none. */
export interface TaxCalculator {
  taxFor(
    tx: Tx,
    environmentId: string,
    customer: Pick<CustomerRecord, 'country' | 'region' | 'taxExempt'>,
  ): Promise<TaxTerms | null>
}
