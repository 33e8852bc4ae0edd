import { describeProvider } from '../../testing/describeProvider.ts'
import { makeStripeBench } from './testing/makeStripeBench.ts'

describeProvider('stripe', makeStripeBench)
