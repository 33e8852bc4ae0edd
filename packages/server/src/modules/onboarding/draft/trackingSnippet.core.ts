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
  const features = featureSlugs.length > 0 ? `, for ${featureSlugs.join(', ')}` : ''
  return `// Counted by ${metric}${features}.
await purser.track({
${fields.join('\n')}
})
`
}

const REMARKS: ReadonlyMap<string, string> = new Map([
  ['customerId', ' // your own id of the customer'],
  ['quantity', ' // how much was used'],
  ['idempotencyKey', ' // of the thing that happened: the same key never counts twice'],
])

const literal = (value: unknown): string =>
  typeof value === 'string' && /^[^'\\\p{C}]*$/u.test(value) ? `'${value}'` : JSON.stringify(value)
