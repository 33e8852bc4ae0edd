import { EVENT, FEATURE } from '../seed/seedMerchant.ts'
import { type Answer, Connection } from './Connection.ts'
import { Histogram } from './Histogram.ts'
import { CUSTOMER_DIGITS, customerIdOf, type LoadJob, type LoadReport } from './LoadJob.ts'

const LAST_ANSWERS_MS = 30_000
const EXCERPT = 200

/** Keys are never reused, not even by another case, because a key takes effect only once. */
let lastKey = 0

/** Keeps every connection busy with one request at a time and counts the responses. */
export function runLoad(
  job: LoadJob,
  onPhase: (phase: 'measuring' | 'measured') => void,
): Promise<LoadReport> {
  const acknowledged = new Uint32Array(job.customers)
  const errors = new Map<string, number>()
  const latencies = new Histogram()
  let phase: 'warming' | 'measuring' | 'draining' = 'warming'
  let events = 0
  let measuredFrom = 0
  let seconds = 0

  const fail = (message: string, times = 1) => {
    errors.set(message, (errors.get(message) ?? 0) + times)
  }

  const open = () =>
    new Promise<void>((closed) => {
      const template = new RequestTemplate(job)
      const customers = new Uint32Array(job.events)
      let sentAt = 0
      let waiting = false
      const next = () => {
        for (let event = 0; event < job.events; event += 1) {
          const customer = Math.floor(Math.random() * job.customers)
          lastKey += 1
          customers[event] = customer
          template.fill(event, customer, lastKey)
        }
        sentAt = performance.now()
        waiting = true
        connection.send(template.bytes)
      }
      const onAnswer = (answer: Answer) => {
        waiting = false
        const accepted = readAccepted(job, answer, fail)
        for (const event of accepted) {
          const customer = customers[event] ?? 0
          acknowledged[customer] = (acknowledged[customer] ?? 0) + 1
        }
        if (phase === 'measuring') {
          events += accepted.length
          latencies.add((performance.now() - sentAt) * 1_000)
        }
        if (phase === 'draining') connection.close()
        else next()
      }
      const connection = new Connection(job.port, onAnswer, (reason) => {
        if (waiting) fail(reason)
        closed()
      })
      next()
    })

  const begin = setTimeout(() => {
    phase = 'measuring'
    measuredFrom = performance.now()
    onPhase('measuring')
  }, job.warmUpSeconds * 1_000)
  const end = setTimeout(
    () => {
      phase = 'draining'
      seconds = (performance.now() - measuredFrom) / 1_000
      onPhase('measured')
    },
    (job.warmUpSeconds + job.seconds) * 1_000,
  )
  let giveUp: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    giveUp = setTimeout(
      () =>
        reject(
          new Error(
            `Some responses did not arrive within ${LAST_ANSWERS_MS / 1_000} s after the end of the load.`,
          ),
        ),
      (job.warmUpSeconds + job.seconds) * 1_000 + LAST_ANSWERS_MS,
    )
  })
  const answered = Promise.all(Array.from({ length: job.connections }, open))
  return Promise.race([answered, tooLate])
    .then(() => ({
      seconds,
      events,
      p50Micros: latencies.quantile(0.5),
      p99Micros: latencies.quantile(0.99),
      errors,
      acknowledged,
    }))
    .finally(() => {
      for (const timer of [begin, end, giveUp]) clearTimeout(timer)
    })
}

interface TrackAnswer {
  results: { index: number; status: string }[]
}

/**
 * Lists the events of a request that succeeded. Parses the body only if it is not the expected one.
 */
function readAccepted(
  { expected, events, body: kind }: LoadJob,
  { status, body }: Answer,
  fail: (message: string, times?: number) => void,
): readonly number[] {
  if (status === 200 && body.includes(expected)) return allOf(events)
  fail(`${status} ${body.toString('utf8', 0, EXCERPT)}`)
  if (status !== 200 || kind !== 'track') return []
  const { results } = JSON.parse(body.toString('utf8')) as TrackAnswer
  return results.filter((result) => result.status === 'accepted').map(({ index }) => index)
}

const indexes: number[][] = []

/** Returns the indexes of all events of a request, cached for each request size. */
function allOf(events: number): readonly number[] {
  indexes[events] ??= Array.from({ length: events }, (_, index) => index)
  return indexes[events]
}

const KEY_DIGITS = 12

/**
 * A request as bytes in which only digits change, so that nothing is built or encoded under load.
 */
class RequestTemplate {
  readonly bytes: Buffer
  readonly #customers: number[]
  readonly #keys: number[]

  constructor({ port, path, apiKey, body, events }: LoadJob) {
    const content = JSON.stringify(body === 'check' ? checkBody() : trackBody(events))
    this.bytes = Buffer.from(
      [
        `POST ${path} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `x-api-key: ${apiKey}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(content)}`,
        '',
        content,
      ].join('\r\n'),
      'latin1',
    )
    this.#customers = findAll(this.bytes, customerIdOf(0)).map(
      (at) => at + customerIdOf(0).length - CUSTOMER_DIGITS,
    )
    this.#keys = findAll(this.bytes, keyName(0)).map((at) => at + keyName(0).length - KEY_DIGITS)
  }

  /** Sets the customer and the idempotency key of an event. */
  fill(event: number, customer: number, key: number): void {
    this.#write(this.#customers[event] ?? -1, CUSTOMER_DIGITS, customer)
    const at = this.#keys[event]
    if (at !== undefined) this.#write(at, KEY_DIGITS, key)
  }

  #write(start: number, digits: number, value: number): void {
    let left = value
    for (let at = start + digits - 1; at >= start; at -= 1) {
      const rest = Math.floor(left / 10)
      this.bytes[at] = 48 + left - rest * 10
      left = rest
    }
  }
}

const keyName = (key: number): string => `key_${String(key).padStart(KEY_DIGITS, '0')}`

const checkBody = () => ({ customerId: customerIdOf(0), featureSlug: FEATURE })

const trackBody = (events: number) => ({
  events: Array.from({ length: events }, () => ({
    customerId: customerIdOf(0),
    eventName: EVENT,
    idempotencyKey: keyName(0),
  })),
})

function findAll(bytes: Buffer, text: string): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at)
  return found
}
