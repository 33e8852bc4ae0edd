import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { DueWork } from '../../customers/index.ts'
import { readScope } from '../../organizations/read.ts'
import { askAboutOpenPayment } from '../../payments/index.ts'
import type { Billing } from '../ports.ts'
import { collectInvoice } from './collectInvoice.ts'
import {
  type DueInvoice,
  findDueInvoices,
  findInvoicesDueBy,
  findNextAttempt,
  findUnfinishedPayments,
  type UnfinishedPayment,
} from './collection.sql.ts'
import { settleInvoicePayment } from './settleInvoicePayment.ts'

/** Charges invoices that are due, and settles open payments whose answer or webhook was lost. */
export async function collectDueInvoices(billing: Billing, clock: Clock): Promise<void> {
  const { db } = billing
  await workThrough<UnfinishedPayment>(
    'open invoice payments',
    (last) => findUnfinishedPayments(db, last),
    async ({ environmentId, paymentId }) => {
      const scope = await readScope(db, environmentId, clock.now())
      await settleUnfinishedPayment(billing, scope, paymentId)
    },
  )
  await workThrough<DueInvoice>(
    'due invoices',
    (last) => findDueInvoices(db, clock.now(), last),
    async ({ environmentId, invoiceId }) => {
      const scope = await readScope(db, environmentId, clock.now())
      await collectInvoice(billing, scope, invoiceId)
    },
  )
}

/** Asks the provider about an open payment and cancels abandoned ones. */
async function settleUnfinishedPayment(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const answer = await askAboutOpenPayment(billing.db, billing.providers, scope, paymentId)
  if (answer) await settleInvoicePayment(billing, scope, answer.payment, answer.outcome)
}

/**
 * Reports to test clocks when invoices are due, and charges them. A customer's invoices are charged
 * one after the other. Several customers are charged in parallel, because each charge waits for the
 * provider and none takes an invoice number.
 */
export const createCollectionWork = (billing: Billing, clock: Clock): DueWork => ({
  nextDueAt: (key) => findNextAttempt(billing.db, key),
  runDue: async (key, at) => {
    const due = await findInvoicesDueBy(billing.db, key, at)
    if (due.length === 0) return
    const scope = await readScope(billing.db, key.environmentId, clock.now())
    const byCustomer = [...Map.groupBy(due, ({ customerId }) => customerId).values()]
    await workThrough<(typeof byCustomer)[number]>(
      'customers’ invoices',
      async (last) => (last === null ? byCustomer : []),
      async (invoices) => {
        for (const { invoiceId } of invoices) await collectInvoice(billing, scope, invoiceId)
      },
    )
  },
})
