import type { Clock } from '../../kernel/clock.ts'
import { workThrough } from '../../platform/jobs/workThrough.ts'
import type { DueWork } from '../customers/index.ts'
import { scopeOf } from '../organizations/read.ts'
import { collectInvoice } from './collectInvoice.ts'
import type { Billing } from './settleInvoicePayment.ts'
import { findInvoicesDueBy, findNextAttempt } from './store/collection.ts'

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
