import { z } from 'zod'
import { type EndpointGroup, merchantReads, merchantWrites } from '../endpoint.ts'
import { id, name, page, pageQuery, timestamp, timestampInput } from '../values/primitives.ts'

/** Sets the current time of the customers attached to it. */
export const testClock = z.object({
  id,
  name: z.string().nullable(),
  frozenTime: timestamp,
  status: z.enum(['ready', 'advancing', 'failed']).meta({
    description:
      '`advancing` while due work is still running. `failed` if the work could not finish: advance the clock again to continue where it stopped.',
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type TestClock = z.infer<typeof testClock>

export const createTestClockBody = z.strictObject({
  frozenTime: timestampInput,
  name: name.optional(),
})

export const advanceTestClockBody = z.strictObject({
  to: timestampInput.meta({
    description: "Not earlier than the clock's time, and at most ten years later.",
  }),
})

const params = z.object({ id })

/** These answer 403 in a live environment. */
export const testClockEndpoints = {
  createTestClock: {
    method: 'POST',
    path: '/v1/test-clocks',
    summary: 'Sandbox only: create a test clock',
    callers: merchantWrites,
    body: createTestClockBody,
    response: testClock,
  },
  listTestClocks: {
    method: 'GET',
    path: '/v1/test-clocks',
    summary: 'Sandbox only: list test clocks, newest first',
    callers: merchantReads,
    query: z.strictObject(pageQuery),
    response: page(testClock),
  },
  getTestClock: {
    method: 'GET',
    path: '/v1/test-clocks/:id',
    summary: 'Sandbox only: read a test clock',
    callers: merchantReads,
    params,
    response: testClock,
    errors: ['not_found'],
  },
  advanceTestClock: {
    method: 'POST',
    path: '/v1/test-clocks/:id/advance',
    summary: 'Sandbox only: advance a clock and run everything that falls due, in order',
    callers: merchantWrites,
    params,
    body: advanceTestClockBody,
    response: testClock,
    errors: ['not_found', 'invalid_state', 'clock_moved_back'],
  },
} as const satisfies EndpointGroup
