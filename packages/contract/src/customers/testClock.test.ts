import { describeRequest, describeResource, EXAMPLE_TIME } from '../testing/describeResource.ts'
import { advanceTestClockBody, createTestClockBody, testClock } from './testClock.ts'

describeResource(
  'test clock',
  testClock,
  {
    id: 'clk_1',
    name: null,
    frozenTime: EXAMPLE_TIME,
    status: 'ready',
    createdAt: EXAMPLE_TIME,
    updatedAt: EXAMPLE_TIME,
  },
  { required: 'id frozenTime status createdAt updatedAt', nullable: 'name' },
)
describeRequest(
  'new test clock',
  createTestClockBody,
  [{ frozenTime: EXAMPLE_TIME }, { frozenTime: EXAMPLE_TIME, name: 'Leap year' }],
  [{}, { frozenTime: 'now' }],
)
describeRequest(
  'advance',
  advanceTestClockBody,
  [{ to: EXAMPLE_TIME }],
  [{}, { frozenTime: EXAMPLE_TIME }],
)
