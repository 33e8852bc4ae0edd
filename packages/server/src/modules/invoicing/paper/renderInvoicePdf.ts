import type { Download } from '../../../platform/http/routes.ts'
import type { InvoicePaper } from './invoicePaper.core.ts'
import { invoiceWords } from './invoiceWords.core.ts'
import { A4, LETTER, layoutInvoice } from './layoutInvoice.core.ts'

/** Where paper is Letter; the rest of the world uses A4. */
const LETTER_COUNTRIES = ['US', 'CA']

/** An invoice as a PDF: the same bytes each time, as long as nothing of it has changed. */
export async function renderInvoicePdf(paper: InvoicePaper): Promise<Download> {
  const { invoice, seller, buyer } = paper.page
  const size = LETTER_COUNTRIES.includes(buyer.country ?? '') ? LETTER : A4
  const number = invoice.number ?? invoice.id
  // Loaded when the first invoice is printed: a server that prints none starts without it.
  const { createPdfPen } = await import('./pdfPen.ts')
  const pen = createPdfPen(size, {
    Title: `Invoice ${number}`,
    Author: seller.name ?? '',
    Creator: 'Purser',
    Producer: 'Purser',
    CreationDate: new Date(invoice.issuedAt ?? invoice.createdAt),
  })
  const { pages } = layoutInvoice(invoiceWords(paper), size, pen.measure)
  for (const marks of pages) {
    pen.addPage()
    for (const mark of marks) pen.draw(mark)
  }
  return { fileName: `${number}.pdf`, bytes: await pen.close() }
}
