import { readFile } from 'node:fs/promises'
import type { App } from '../../app.ts'
import type { Clock } from '../../kernel/clock.ts'
import { DAY_MS } from '../../kernel/utcDay.ts'
import { callApp } from './callApp.ts'

const HISTORY = new URL('../../../demo/history.json', import.meta.url)

interface History {
  customerId: string
  calls: { daysAgo: number; call: string; body: object }[]
  /** One entry per day. The last day is today. */
  usage: { images: number; requests: number }[]
}

/**
 * Gives the demo merchant a customer with several weeks of history. Calls the ordinary API with a
 * clock set to each of those days, so the data is the same as if it had been created over time.
 */
export async function seedHistory(
  createAppAt: (clock: Clock) => App,
  secretKey: string,
  today: Date,
): Promise<void> {
  const { customerId, calls, usage }: History = JSON.parse(await readFile(HISTORY, 'utf8'))
  let daysAgo = usage.length - 1
  const app = createAppAt({ now: () => new Date(today.getTime() - daysAgo * DAY_MS) })
  const event = (eventName: string, quantity: number) => ({ customerId, eventName, quantity })
  for (const { images, requests } of usage) {
    for (const { call, body } of calls.filter((each) => each.daysAgo === daysAgo)) {
      await callApp(app, secretKey, call, body)
    }
    const events = [
      ...(images > 0 ? [event('image.generated', images)] : []),
      ...Array.from({ length: requests }, () => event('api.request', 1)),
    ]
    await callApp(app, secretKey, 'POST /v1/usage/track', { events })
    daysAgo -= 1
  }
  await app.server.close()
}
