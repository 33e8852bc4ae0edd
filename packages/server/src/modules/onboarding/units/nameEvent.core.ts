import { slugFor } from '../draft/slugFor.core.ts'
import { plural, singular, wordsOf } from './units.core.ts'
import { MEASURED_UNITS, VERBS } from './usageNouns.core.ts'

export interface EventName {
  eventName: string
  /** The name built from all words. Used if the short name is taken. */
  wholeName: string
  /** `sum` adds up the quantity of measured things, `count` counts events. */
  aggregation: 'count' | 'sum'
  /** A plausible quantity for an example. */
  exampleQuantity: number
}

/** Words that begin an explanation. */
const ASIDE =
  /\s+(?:with|without|for|in|into|from|via|using|on|to|by|per|including|across|at|of|within|during)\s.*$|[([{].*$/i

/** Names the event to send when one unit is used. */
export function nameEvent(name: string): EventName {
  const wholeName = `${snake(name)}.used`
  const words = wordsOf(unitLast(name).replace(ASIDE, '')).filter((word) =>
    /^[a-z0-9]+$/.test(word),
  )
  const head = words.at(-1)
  if (head === undefined) {
    return { eventName: wholeName, wholeName, aggregation: 'count', exampleQuantity: 1 }
  }
  const before = words.slice(0, -1)
  const noun = [...before, head].join('_')
  const quantity = MEASURED_UNITS.get(head)
  if (quantity !== undefined) {
    const verb = VERBS.get(head) === 'processed' ? 'processed' : 'used'
    const measured = [...before, plural(head)].join('_')
    return {
      eventName: `${measured}.${verb}`,
      wholeName,
      aggregation: 'sum',
      exampleQuantity: quantity,
    }
  }
  const counted = { wholeName, aggregation: 'count', exampleQuantity: 1 } as const
  if (head === 'use' || head === 'usage') {
    return { eventName: `${before.join('_') || 'feature'}.used`, ...counted }
  }
  // "api_call" means the same as "api_call.made".
  if (VERBS.get(head) === 'made' && before.length > 0) return { eventName: noun, ...counted }
  const verb = VERBS.get(head) ?? (/(tion|sion|ment|ing)$/.test(head) ? 'completed' : 'used')
  return { eventName: `${noun}.${verb}`, ...counted }
}

/** "Transfer data (GB)" is counted in GB. */
const unitLast = (name: string): string =>
  name.replace(/\((\p{L}+)(?:\s+per\s[^)]*)?\)\s*$/u, (aside, unit: string) =>
    MEASURED_UNITS.has(singular(unit.toLowerCase())) ? unit : aside,
  )

const snake = (name: string): string => slugFor(name).replaceAll('-', '_')
