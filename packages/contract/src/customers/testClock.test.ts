import { at, describeRequest, describeResource } from '../testing/describeResource.ts'
import { advanceTestClockBody, createTestClockBody, testClock } from './testClock.ts'

describeResource(
  'test clock',
  testClock,
  { id: 'clk_1', name: null, frozenTime: at, status: 'ready', createdAt: at, updatedAt: at },
  { required: 'id frozenTime status createdAt updatedAt', nullable: 'name' },
)
describeRequest(
  'new test clock',
  createTestClockBody,
  [{ frozenTime: at }, { frozenTime: at, name: 'Leap year' }],
  [{}, { frozenTime: 'now' }],
)
describeRequest('advance', advanceTestClockBody, [{ to: at }], [{}, { frozenTime: at }])
