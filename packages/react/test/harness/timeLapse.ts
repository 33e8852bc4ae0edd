import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { PortalBench } from './startPortalBench.tsx'

/** Speeds up the page's time, while the server answers in real time. */
export function startTimeLapse(bench: PortalBench) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.now(),
  })
  const answered = async (): Promise<void> => {
    do {
      // Several turns, because an answer is read before it is shown.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    } while (bench.requests.some(({ status }) => status === 0))
  }
  return {
    pass: async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        await act(async () => {
          vi.advanceTimersByTime(1_000)
          await answered()
          vi.advanceTimersByTime(1)
          await answered()
        })
      }
    },
    stop: () => vi.useRealTimers(),
  }
}
