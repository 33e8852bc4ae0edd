import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BufferedEvent, EventQueue } from './EventQueue.ts'

const event = (idempotencyKey: string): BufferedEvent => ({
  customerId: 'ada',
  eventName: 'x',
  quantity: 1,
  timestamp: '2026-01-01T00:00:00Z',
  idempotencyKey,
})

test('returns events in order, including events that were put back', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('push' as const), count: fc.nat(5) }),
    fc.record({ do: fc.constant('take' as const), count: fc.nat(5) }),
    fc.record({ do: fc.constant('putBack' as const), count: fc.nat(5) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new EventQueue()
      let model: BufferedEvent[] = []
      let taken: BufferedEvent[] = []
      let eventCount = 0
      for (const { do: what, count } of steps) {
        if (what === 'push') {
          for (let each = 0; each < count; each += 1) {
            eventCount += 1
            const added = event(`e${eventCount}`)
            queue.push(added)
            model.push(added)
          }
        } else if (what === 'take') {
          taken = queue.take(count)
          expect(taken).toEqual(model.splice(0, count))
        } else {
          const back = taken.slice(-count)
          queue.putBack(back)
          model = [...back, ...model]
          taken = []
        }
        expect(queue.length).toBe(model.length)
        expect(queue.list()).toEqual(model)
      }
    }),
  )
})

test('releases the memory of taken events', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const queue = new EventQueue()
  const first = new WeakRef(event('first'))
  const put = () => {
    const kept = first.deref()
    if (kept) queue.push(kept)
  }
  put()
  for (let at = 0; at < 100; at += 1) queue.push(event(`e${at}`))
  for (let at = 0; at < 200; at += 1) {
    queue.push(event('more'))
    queue.take(1)
  }
  // Reading a weak reference keeps its object until the end of the current turn.
  await new Promise((resolve) => setTimeout(resolve, 0))
  collect()
  expect(queue.length).toBe(101)
  expect(first.deref()).toBeUndefined()
})
