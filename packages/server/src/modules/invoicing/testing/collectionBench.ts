import type { Invoice, InvoiceDetail, SettlementOutcome } from '@purser/contract'
import type { startTestApp, TestApp } from '../../../../test/harness/app/testApp.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomer } from '../../customers/index.ts'
import { createPaymentProviders } from '../../payments/index.ts'
import { createSandboxAdapter } from '../../payments/providers/sandbox/index.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'
import { issueInvoice } from '../invoice/finalizeInvoice.ts'
import type { InvoiceRecord } from '../invoice/invoice.sql.ts'
import type { Billing } from '../ports.ts'
import { findTaxTerms } from '../tax/findTaxTerms.ts'
import { billLine, readCustomer } from './billLines.ts'

/** An application with customers, cards and invoices, and with the real sandbox provider. */
export interface CollectionBench extends TopUpBench {
  billing: Billing
  /** The calls that the follower of `billing` received, in order. */
  followed: string[]
  /** Issues an open invoice, charged automatically by default. */
  invoice(customerId: string, amount?: number, more?: { isSent?: boolean }): Promise<InvoiceRecord>
  detail(invoice: { id: string }): Promise<InvoiceDetail>
  payInvoice(invoice: { id: string }, body?: object): Promise<SettlementOutcome>
  noPayment(invoice: { id: string }, body?: object): ReturnType<TestApp['fails']>
  collect(): Promise<void>
  /** The types of events sent about invoices, payments and refunds. */
  eventTypesOf(customerId: string): Promise<string[]>
}

export async function startCollectionBench(
  options: Parameters<typeof startTestApp>[0] = {},
): Promise<CollectionBench> {
  const bench = await startTopUpBench(options)
  const { app } = bench
  const { db, clock, encryptionKey, url: publicUrl } = app
  const adapters = options.paymentProviders ?? [
    createSandboxAdapter({ db, clock, encryptionKey, publicUrl }),
  ]
  const followed: string[] = []
  const note = (what: string, { status, nextAttemptAt }: InvoiceRecord, more = '') => {
    followed.push(`${what} ${status} ${nextAttemptAt?.toISOString() ?? 'never'}${more}`)
    return Promise.resolve()
  }
  const billing: Billing = {
    db,
    providers: createPaymentProviders(db, adapters, encryptionKey),
    tax: { taxFor: findTaxTerms },
    follower: {
      paid: (_tx, _scope, invoice) => note('paid', invoice),
      attemptFailed: (_tx, _scope, invoice, _at, isUnattended) =>
        note('attemptFailed', invoice, isUnattended ? '' : ', payer present'),
      dropStale: (_tx, _scope, invoice) => Promise.resolve(invoice),
      givenUp: (_tx, _scope, invoice, why) => note('givenUp', invoice, ` ${why}`),
    },
  }
  const collect = () => bench.run('collectDueInvoices')
  return {
    ...bench,
    billing,
    followed,
    invoice: (customerId, amount = 5_000, { isSent = false } = {}) =>
      withTransaction(db, async (tx) => {
        const scope = app.sandbox.scope()
        const { now: at } = await lockCustomer(tx, scope, customerId)
        const invoice = await issueInvoice(tx, billing.tax, scope, {
          customer: await readCustomer(tx, scope.environmentId, customerId),
          currency: 'usd',
          lines: [billLine(amount)],
          discount: null,
          takesPending: false,
          at,
          subscriptionId: null,
          reason: 'pending_lines',
          cycleStart: null,
          collectionMethod: isSent ? 'send_invoice' : 'charge_automatically',
          periodStart: null,
          periodEnd: null,
        })
        if (!invoice) throw new Error('nothing was billed')
        return invoice
      }),
    detail: ({ id }) => app.ok<InvoiceDetail>('getInvoice', { params: { id } }),
    payInvoice: ({ id }, body = {}) =>
      app.ok<SettlementOutcome>('payInvoice', { params: { id }, body }),
    noPayment: ({ id }, body = {}) => app.fails('payInvoice', { params: { id }, body }),
    collect,
    sweepAll: async () => {
      await collect()
      await bench.sweepAll()
    },
    eventTypesOf: async (customerId) => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE customer_id = $1
         AND type ~ '^(payment\\.|invoice\\.)' ORDER BY created_at, id`,
        [customerId],
      )
      return rows.map(({ type }) => type)
    },
  }
}

/** The fields of an invoice that matter for collection. */
export const collectionStateOf = ({
  status,
  amountDue,
  amountPaid,
  attemptCount,
  nextAttemptAt,
}: Invoice) => ({ status, left: amountDue - amountPaid, attemptCount, nextAttemptAt })
