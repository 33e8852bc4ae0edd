import type { Clock } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { workThrough } from '../../../platform/jobs/workThrough.ts'
import type { DueWork } from '../../customers/index.ts'
import { scopeOf } from '../../organizations/read.ts'
import { askHangingPayment } from '../../payments/index.ts'
import type { Billing } from '../ports.ts'
import { collectInvoice } from './collectInvoice.ts'
import {
  type DueInvoice,
  findDueInvoices,
  findHangingPayments,
  findInvoicesDueBy,
  findNextAttempt,
  type HangingPayment,
} from './collection.sql.ts'
import { settleInvoicePayment } from './settleInvoicePayment.ts'

/**
 * Charges what is due to be charged by itself, and learns what became of payments whose answer or
 * webhook was lost.
 */
export async function collectDueInvoices(billing: Billing, clock: Clock): Promise<void> {
  const { db } = billing
  await workThrough<HangingPayment>(
    'hanging payments of invoices',
    (last) => findHangingPayments(db, last),
    async ({ environmentId, paymentId }) => {
      const scope = await scopeOf(db, environmentId, clock.now())
      await settleHangingInvoicePayment(billing, scope, paymentId)
    },
  )
  await workThrough<DueInvoice>(
    'due invoices',
    (last) => findDueInvoices(db, clock.now(), last),
    async ({ environmentId, invoiceId }) => {
      const scope = await scopeOf(db, environmentId, clock.now())
      await collectInvoice(billing, scope, invoiceId)
    },
  )
}

/** Learns what became of a payment of an invoice that has not ended, and ends what was abandoned. */
async function settleHangingInvoicePayment(
  billing: Billing,
  scope: Scope,
  paymentId: string,
): Promise<void> {
  const asked = await askHangingPayment(billing.db, billing.providers, scope, paymentId)
  if (asked) await settleInvoicePayment(billing, scope, asked.payment, asked.outcome)
}

/**
 * What a test clock must know of collection: when invoices are charged by itself. Those of one
 * customer come one after the other; several customers are charged at a time, because each charge
 * waits for the provider and none gives an invoice its number.
 */
export const createDueWork = (billing: Billing, clock: Clock): DueWork => ({
  nextDueAt: (key) => findNextAttempt(billing.db, key),
  runDue: async (key, at) => {
    const due = await findInvoicesDueBy(billing.db, key, at)
    if (due.length === 0) return
    const scope = await scopeOf(billing.db, key.environmentId, clock.now())
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
