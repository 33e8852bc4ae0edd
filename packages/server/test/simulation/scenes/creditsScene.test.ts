import { describeScene } from './describeScene.ts'

describeScene('credits')
