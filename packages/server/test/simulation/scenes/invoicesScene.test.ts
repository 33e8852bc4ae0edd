import { describeScene } from './describeScene.ts'

describeScene('invoices')
