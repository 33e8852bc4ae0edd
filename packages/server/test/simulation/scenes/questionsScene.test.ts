import { describeScene } from './describeScene.ts'

describeScene('questions')
