import { CustomerPageFrame } from '../page/CustomerPageFrame.tsx'
import { mountPage } from '../page/mountPage.tsx'
import { takeSession } from '../page/takeSession.ts'
import { Portal } from './Portal.tsx'

const session = takeSession('portal')
mountPage(
  <CustomerPageFrame session={session}>
    {session && <Portal session={session} />}
  </CustomerPageFrame>,
)
