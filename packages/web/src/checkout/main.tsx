import { CustomerPageFrame } from '../page/CustomerPageFrame.tsx'
import { mountPage } from '../page/mountPage.tsx'
import { readPageId } from '../page/pageAddress.ts'
import { takeSession } from '../page/takeSession.ts'
import { CheckoutPage } from './CheckoutPage.tsx'

const sessionId = readPageId()
mountPage(
  <CustomerPageFrame session={takeSession(`checkout ${sessionId}`)}>
    <CheckoutPage sessionId={sessionId} />
  </CustomerPageFrame>,
)
