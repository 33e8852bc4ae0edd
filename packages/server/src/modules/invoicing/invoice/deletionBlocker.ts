import type { DeletionBlocker } from '../../customers/index.ts'
import { owesMoney } from './invoice.sql.ts'

export const invoiceDeletionBlocker: DeletionBlocker = async (tx, environmentId, customerId) =>
  (await owesMoney(tx, environmentId, customerId))
    ? {
        message:
          'The customer has open invoices, or charges that wait for the next invoice. Collect or void the invoices, and wait until the charges are billed.',
      }
    : null
