import type { ReactElement } from 'react'
import { useInvoicePdf } from '../../invoices/useInvoicePdf.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'

interface InvoicePdfButtonProps {
  readonly invoiceId: string
  readonly number: string
}

/** Downloads an invoice. */
export function InvoicePdfButton({ invoiceId, number }: InvoicePdfButtonProps): ReactElement {
  const { invoices: words } = useWords()
  const { fetchInvoicePdf, isPending, error } = useInvoicePdf()
  const download = async () => saveFile(await fetchInvoicePdf(invoiceId), words.fileName(number))
  return (
    <>
      <Button
        isBusy={isPending}
        aria-label={words.downloadPdf(number)}
        // The error appears beside the button.
        onClick={() => void download().catch(() => {})}
      >
        {words.pdf}
      </Button>
      {error && <ErrorNotice error={error} />}
    </>
  )
}

/** A link cannot send the token, so the file is fetched first and then offered as a download. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Delayed, because browsers start to read the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
