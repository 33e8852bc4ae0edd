import { describeScene } from './describeScene.ts'

describeScene('payments')
