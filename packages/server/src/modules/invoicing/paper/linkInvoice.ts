import type { BodyOf, InvoiceLink, invoiceEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type LinkSettings, linkToPage } from '../../organizations/index.ts'
import { getInvoice, refuseDraft } from '../invoice/getInvoice.ts'

type Input = BodyOf<typeof invoiceEndpoints.linkInvoice> & { readonly invoiceId: string }

/** Creates a link to the page of an invoice. Anyone with the link can open and pay it. */
export async function linkInvoice(
  tx: Tx,
  links: LinkSettings,
  scope: Scope,
  { invoiceId, expiresInSeconds, returnUrl }: Input,
): Promise<InvoiceLink> {
  const invoice = await getInvoice(tx, scope, { id: invoiceId, customerId: null })
  refuseDraft(invoice)
  const { id, customerId } = invoice
  const page = { kind: 'invoice', id, customerId, expiresInSeconds, returnUrl } as const
  const { url, expiresAt } = await linkToPage(tx, links, scope, page)
  return { url, expiresAt: expiresAt.toISOString() }
}
