import type { TrackedEvent } from './CatalogDraft.core.ts'

const START = `import { Purser } from '@purser/node'

const purser = new Purser({ apiKey: process.env.PURSER_API_KEY ?? '' })
`

/** TypeScript code that sends an example of every event. */
export function trackingSnippet(contract: readonly TrackedEvent[]): string {
  return [START, ...contract.map(callOf)].join('\n')
}

function callOf({ metric, featureSlugs, exampleEvent }: TrackedEvent): string {
  const fields = Object.entries(exampleEvent).map(
    ([name, value]) => `  ${name}: ${literal(value)},${REMARKS.get(name) ?? ''}`,
  )
  const noun = featureSlugs.length === 1 ? 'feature' : 'features'
  const features = featureSlugs.length > 0 ? `, for the ${noun} ${featureSlugs.join(', ')}` : ''
  return `// Counted by the metric ${metric}${features}.
await purser.track({
${fields.join('\n')}
})
`
}

const REMARKS: ReadonlyMap<string, string> = new Map([
  ['customerId', ' // your id for the customer'],
  ['quantity', ' // the amount used'],
  ['idempotencyKey', ' // identifies this use: the same key never counts twice'],
])

const literal = (value: unknown): string =>
  typeof value === 'string' && /^[^'\\\p{C}]*$/u.test(value) ? `'${value}'` : JSON.stringify(value)
