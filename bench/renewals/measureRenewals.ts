import { setTimeout as pause } from 'node:timers/promises'
import { type Figures, measureCase, medianFigures } from '../measureCase.ts'
import type { Testbed } from '../testbed.ts'
import type { Backlog, Subscribers } from './Subscribers.ts'

const POLL_MS = 100
const GIVE_UP_MS = 60 * 60 * 1_000

/** The speed at which the backlog was processed. */
export interface Pace {
  renewalsPerSecond: number
  /** The time from the instant at which all subscriptions were due until the last renewal. */
  renewalSeconds: number
  /** The time from the same instant until the last charge. */
  chargeSeconds: number
}

export interface RenewalFigures {
  alone: Figures
  during: Figures
  pace: Pace
}

interface Time {
  warmUpSeconds: number
  seconds: number
}

/** Measures renewals without other load. */
export async function measureAlone(subscribers: Subscribers, count: number): Promise<Pace> {
  await subscribers.add(count)
  return watchBacklog(subscribers, count)
}

/**
 * Measures track alone, during renewals and charges, and alone again, so that drift during a run
 * affects both equally. Track is measured round after round while renewals remain.
 */
export async function measureDuringRenewals(
  testbed: Testbed,
  subscribers: Subscribers,
  count: number,
  time: Time,
): Promise<RenewalFigures> {
  await subscribers.add(count)
  const track = () => measureCase(testbed, 'track', time)
  const alone = [await track()]
  const during: Figures[] = []
  let isOver = false
  const watching = watchBacklog(subscribers, count).finally(() => {
    isOver = true
  })
  const loading = (async () => {
    do {
      const figures = await track()
      // The last round continued after the renewals had ended, so its figures mix both states.
      if (!isOver || during.length === 0) during.push(figures)
    } while (!isOver)
  })()
  const [pace] = await Promise.all([watching, loading])
  alone.push(await track())
  return { alone: medianFigures(alone), during: medianFigures(during), pace }
}

async function watchBacklog(subscribers: Subscribers, count: number): Promise<Pace> {
  await subscribers.release()
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1_000
  const until = async (isDone: (backlog: Backlog) => boolean) => {
    while (!isDone(await subscribers.backlog())) {
      if (performance.now() - from > GIVE_UP_MS)
        throw new Error('The renewals and charges did not finish within an hour.')
      await pause(POLL_MS)
    }
    return seconds()
  }
  const renewalSeconds = await until(({ due }) => due === 0)
  const chargeSeconds = await until(({ due, open }) => due === 0 && open === 0)
  return { renewalsPerSecond: count / renewalSeconds, renewalSeconds, chargeSeconds }
}
