import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import { scopeOf } from '../organizations/read.ts'
import { collectInvoice } from './collectInvoice.ts'
import { settleHangingInvoicePayment } from './settleHangingInvoicePayment.ts'
import type { Billing } from './settleInvoicePayment.ts'
import {
  type DueInvoice,
  findDueInvoices,
  findHangingPayments,
  type HangingPayment,
} from './store/collection.ts'

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
