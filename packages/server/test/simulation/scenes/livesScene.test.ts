import { describeScene } from './describeScene.ts'

describeScene('lives')
