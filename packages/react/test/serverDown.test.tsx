import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { FeatureGate, usePurser } from '../src/index.ts'
import { type PortalBench, startPortalBench } from './harness/startPortalBench.tsx'
import { startTimeLapse } from './harness/timeLapse.ts'
import { isSettled, readings, useEverything } from './harness/useEverything.ts'

let bench: PortalBench
let lapse: ReturnType<typeof startTimeLapse> | null = null
beforeAll(async () => {
  bench = await startPortalBench()
})
afterEach(() => {
  cleanup()
  lapse?.stop()
})
afterAll(() => bench.stop())

it('while the server is down, the data stays beside the error, and few requests are sent', async () => {
  const token = await bench.signUp('jane', { planId: 'pro' })
  const { result } = bench.hook(() => ({ reads: useEverything(), ...usePurser() }), { token })
  await waitFor(() => expect(isSettled(result.current.reads)).toBe(true))
  const before = readings(result.current.reads) as Record<string, { error: null }>
  const asked = Object.values(before).filter(Boolean).length
  await bench.app.app.server.close()

  lapse = startTimeLapse(bench)
  bench.requests.length = 0
  void result.current.refresh()
  await lapse.pass(15)
  const { session: _idle, page: _none, ...reads } = result.current.reads
  for (const [name, { error, isLoading }] of Object.entries(reads)) {
    expect(error, name).toMatchObject({ code: 'connection_failed', status: null })
    expect(isLoading, name).toBe(false)
  }
  const withoutErrors = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (name, each) => (name === 'error' ? null : each))
  expect(withoutErrors(readings(result.current.reads))).toEqual(before)
  // Each read is tried three times, and then not again automatically.
  const tried = bench.requests.length
  expect(tried).toBeLessThanOrEqual(3 * asked)
  await lapse.pass(300)
  expect(bench.requests).toHaveLength(tried)

  const gate = bench.show(
    <FeatureGate featureSlug="export" fallback="shut">
      open
    </FeatureGate>,
    { token },
  )
  await lapse.pass(10)
  expect(gate.container.textContent).toBe('shut')
})
