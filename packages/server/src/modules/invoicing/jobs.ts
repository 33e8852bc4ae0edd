import type { Clock } from '../../kernel/clock.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import type { Jobs } from '../../platform/jobs/runJobs.ts'
import { hasAdvancingClock } from '../customers/read.ts'
import { readScope } from '../organizations/read.ts'
import { billPendingLines } from './bill/billPendingLines.ts'
import { collectDueInvoices } from './collect/collectDueInvoices.ts'
import { collectInvoice } from './collect/collectInvoice.ts'
import { findInvoice } from './invoice/invoice.sql.ts'
import type { Billing } from './ports.ts'

export const invoiceJobs = (billing: Billing, clock: Clock): Jobs => ({
  handlers: {
    collectInvoice: async (payload) => {
      const { environmentId, invoiceId } = payload as { environmentId: string; invoiceId: string }
      const { db } = billing
      const invoice = await withTransaction(
        db,
        (tx) => findInvoice(tx, environmentId, invoiceId),
        'read',
      )
      // An advancing clock collects the invoice at its exact time, which may differ from the
      // clock's current time.
      if (!invoice || (await hasAdvancingClock(db, environmentId, invoice.customerId))) return
      const scope = await readScope(db, environmentId, clock.now())
      await collectInvoice(billing, scope, invoiceId)
    },
    collectDueInvoices: () => collectDueInvoices(billing, clock),
    billPendingLines: () => billPendingLines(billing, clock),
  },
  schedule: ['* * * * * collectDueInvoices', '*/10 * * * * billPendingLines'],
})
