import { slugFor } from './slugFor.ts'
import { plural, wordsOf } from './unitWords.ts'

export interface EventName {
  eventName: string
  /** `sum` of the event's quantity for what is measured, `count` of events for what happens. */
  aggregation: 'count' | 'sum'
  /** A quantity that such an event might well have. */
  exampleQuantity: number
}

/** What is measured rather than counted, with a quantity for an example. */
const MEASURED: ReadonlyMap<string, number> = new Map(
  Object.entries({
    kb: 500,
    mb: 250,
    gb: 1.5,
    tb: 0.1,
    gib: 1.5,
    mib: 250,
    byte: 2048,
    second: 30,
    sec: 30,
    minute: 12,
    min: 12,
    hour: 2,
    hr: 2,
    day: 1,
    token: 1500,
    word: 800,
    character: 1000,
    char: 1000,
    credit: 1,
    point: 1,
    coin: 1,
    page: 10,
    row: 100,
    record: 100,
    line: 100,
    km: 12,
    mile: 12,
    kwh: 5,
    unit: 1,
  }),
)

/** What one does with a thing; the nouns of each are those that pricing pages count. */
const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    generated:
      'image picture photo video song track avatar logo report thumbnail caption clip render headshot',
    sent: 'message email mail sms text notification invitation broadcast campaign newsletter fax',
    processed: 'document file invoice transaction payment order receipt page row record line',
    created: 'link ticket form project design presentation card proposal contract quote booking',
    written: 'article draft blog',
    published: 'post',
    received: 'event response submission lead webhook reply',
    started: 'conversation chat session',
    recorded: 'view pageview visit visitor impression click',
    made: 'call request',
    completed:
      'scan search export import run build job task check audit test lookup fetch crawl transfer ' +
      'analysis inspection backup download upload query deploy simulation screenshot survey review ' +
      'interview',
  }).flatMap(([verb, nouns]) => nouns.split(' ').map((noun): [string, string] => [noun, verb])),
)
/** Words after which a name only says what for. */
const ASIDE = /\s+(?:with|without|for|in|into|from|via|using|on|to|by|per|including)\s.*$|[([{].*$/i

/** The event to send when one unit of what this names is used. */
export function nameEvent(name: string): EventName {
  const words = wordsOf(name.replace(ASIDE, '')).filter((word) => /^[a-z0-9]+$/.test(word))
  const head = words.at(-1)
  if (head === undefined) {
    return { eventName: `${snake(name)}.used`, aggregation: 'count', exampleQuantity: 1 }
  }
  const before = words.slice(0, -1)
  const noun = [...before, head].join('_')
  const quantity = MEASURED.get(head)
  if (quantity !== undefined) {
    const verb = VERBS.get(head) === 'processed' ? 'processed' : 'used'
    const measured = [...before, plural(head)].join('_')
    return { eventName: `${measured}.${verb}`, aggregation: 'sum', exampleQuantity: quantity }
  }
  const counted = { aggregation: 'count', exampleQuantity: 1 } as const
  if (head === 'use' || head === 'usage') {
    return { eventName: `${before.join('_') || 'feature'}.used`, ...counted }
  }
  // "api_call" tells all that "api_call.made" would.
  if (VERBS.get(head) === 'made' && before.length > 0) return { eventName: noun, ...counted }
  const verb = VERBS.get(head) ?? (/(tion|sion|ment|ing)$/.test(head) ? 'completed' : 'used')
  return { eventName: `${noun}.${verb}`, ...counted }
}

const snake = (name: string): string => slugFor(name).replaceAll('-', '_')
