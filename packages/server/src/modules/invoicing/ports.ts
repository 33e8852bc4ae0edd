import type { Scope } from '../../kernel/scope.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { CustomerRecord } from '../customers/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import type { InvoiceRecord } from './invoice/invoice.sql.ts'
import type { TaxTerms } from './tax/lineTax.core.ts'

/** The dependencies of everything that bills or collects. */
export interface Billing {
  readonly db: Database
  readonly providers: PaymentProviders
  readonly tax: TaxCalculator
  readonly follower: InvoiceFollower
}

/**
 * Reacts to changes of an invoice, in the transaction that makes them. Subscriptions implement
 * this; app.ts connects the two, because invoicing cannot call a later module.
 */
export interface InvoiceFollower {
  /**
   * Called before a payment is recorded. If the purchase behind the invoice is no longer possible,
   * ends the purchase and voids the invoice, so that the money is refunded. Returns the resulting
   * invoice.
   */
  dropStale(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<InvoiceRecord>
  /** Called when nothing is left to pay. */
  paid(tx: Tx, scope: Scope, invoice: InvoiceRecord, at: Date): Promise<void>
  /**
   * Called when a charge failed or there was no method to charge. The charge is retried if
   * `nextAttemptAt` is set. `isUnattended` is true for automatic charges and false if a payer was
   * waiting for the answer.
   */
  attemptFailed(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    at: Date,
    isUnattended: boolean,
  ): Promise<void>
  /** Called when the invoice is void, marked uncollectible, or past its last retry. */
  givenUp(
    tx: Tx,
    scope: Scope,
    invoice: InvoiceRecord,
    why: 'void' | 'uncollectible' | 'dunning_over',
    at: Date,
  ): Promise<void>
}

/** Determines the tax of a customer. Null means no tax. */
export interface TaxCalculator {
  taxFor(
    tx: Tx,
    environmentId: string,
    customer: Pick<CustomerRecord, 'country' | 'region' | 'taxExempt'>,
  ): Promise<TaxTerms | null>
}
