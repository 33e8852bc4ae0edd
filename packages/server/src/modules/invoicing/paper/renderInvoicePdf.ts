import type { Download } from '../../../platform/http/routes.ts'
import type { InvoicePaper } from './invoicePaper.core.ts'
import { composeInvoiceWords } from './invoiceWords.core.ts'
import { A4, LETTER, layoutInvoice } from './layoutInvoice.core.ts'

/** Countries that use Letter paper. All others use A4. */
const LETTER_COUNTRIES = ['US', 'CA']

/** Prints an invoice as a PDF. The same invoice in the same state gives the same bytes. */
export async function renderInvoicePdf(paper: InvoicePaper): Promise<Download> {
  const { invoice, seller, buyer } = paper.page
  const size = LETTER_COUNTRIES.includes(buyer.country ?? '') ? LETTER : A4
  const number = invoice.number ?? invoice.id
  // Loaded on first use, so that servers that print nothing start without it.
  const { createPdfPen } = await import('./pdfPen.ts')
  const pen = createPdfPen(size, {
    Title: `Invoice ${number}`,
    Author: seller.name ?? '',
    Creator: 'Purser',
    Producer: 'Purser',
    CreationDate: new Date(invoice.issuedAt ?? invoice.createdAt),
  })
  const { pages } = layoutInvoice(composeInvoiceWords(paper), size, pen.measure)
  for (const marks of pages) {
    pen.addPage()
    for (const mark of marks) pen.draw(mark)
  }
  return { fileName: `${number}.pdf`, bytes: await pen.close() }
}
