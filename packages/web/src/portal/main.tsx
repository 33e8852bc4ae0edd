import { CustomerPage } from '../page/CustomerPage.tsx'
import { mountPage } from '../page/mountPage.tsx'
import { takeSession } from '../page/takeSession.ts'
import { Portal } from './Portal.tsx'

const session = takeSession('portal')
mountPage(<CustomerPage session={session}>{session && <Portal session={session} />}</CustomerPage>)
