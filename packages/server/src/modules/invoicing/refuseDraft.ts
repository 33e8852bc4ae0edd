import { PurserError } from '../../kernel/errors.ts'
import type { InvoiceRecord } from './read/invoices.ts'

/** Nobody is shown what may still change. */
export function refuseDraft({ status }: Pick<InvoiceRecord, 'status'>): void {
  if (status !== 'draft') return
  throw new PurserError(
    'invalid_state',
    'The invoice is a draft. It can be shown when it is finalised.',
  )
}
