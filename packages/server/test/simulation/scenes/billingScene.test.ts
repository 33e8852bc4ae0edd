import { describeScene } from './describeScene.ts'

describeScene('billing')
