import { CustomerPageFrame } from '../page/CustomerPageFrame.tsx'
import { mountPage } from '../page/mountPage.tsx'
import { readPageId } from '../page/pageAddress.ts'
import { takeSession } from '../page/takeSession.ts'
import { InvoicePage } from './InvoicePage.tsx'

const invoiceId = readPageId()
const session = takeSession(`invoice ${invoiceId}`)
mountPage(
  <CustomerPageFrame session={session}>
    <InvoicePage invoiceId={invoiceId} returnUrl={session?.returnUrl ?? null} />
  </CustomerPageFrame>,
)
