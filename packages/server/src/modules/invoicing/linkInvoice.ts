import type { BodyOf, InvoiceLink, invoiceEndpoints } from '@purser/contract'
import { PurserError } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LinkSettings, linkToPage } from '../organizations/index.ts'
import { getInvoice } from './getInvoice.ts'

type Input = BodyOf<typeof invoiceEndpoints.linkInvoice> & { readonly invoiceId: string }

/** Makes a link to the page of an invoice, which whoever has it can open and pay. */
export async function linkInvoice(
  tx: Tx,
  links: LinkSettings,
  scope: Scope,
  { invoiceId, expiresInSeconds, returnUrl }: Input,
): Promise<InvoiceLink> {
  const { id, customerId, status } = await getInvoice(tx, scope, {
    id: invoiceId,
    customerId: null,
  })
  if (status === 'draft') {
    throw new PurserError(
      'invalid_state',
      'The invoice is a draft. It can be shown when it is finalised.',
    )
  }
  const page = { kind: 'invoice', id, customerId, expiresInSeconds, returnUrl } as const
  const { url, expiresAt } = await linkToPage(tx, links, scope, page)
  return { url, expiresAt: expiresAt.toISOString() }
}
