import { type OperationName, readEventStream, routes } from '@purser/contract/client'
import { createTrack } from './createTrack.ts'
import type { ClientMethod } from './Method.ts'
import { resources } from './resources.ts'
import type { RequestOptions, Transport } from './transport.ts'

type Table = typeof resources

/** Every operation as a method of its namespace. */
export type Resources = {
  readonly [Namespace in keyof Table]: {
    readonly [Name in keyof Table[Namespace]]: ClientMethod<Table[Namespace][Name] & string>
  }
}

type AnyMethod = (...args: unknown[]) => unknown

/** Creates the methods of the table. The contract determines the types of their arguments. */
export const bindResources = (transport: Transport): Resources =>
  mapValues(resources, (methods: Record<string, string>) =>
    mapValues(methods, (entry) =>
      entry.startsWith('trackUsage ') ? createTrack(transport) : createMethod(transport, entry),
    ),
  ) as unknown as Resources

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

function createMethod(transport: Transport, entry: string): AnyMethod {
  const [operation, ...traits] = entry.split(' ') as [OperationName, ...string[]]
  const names = [...routes[operation].matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return (...args) => {
    const rest = args.values()
    const next = (): unknown => rest.next().value
    const params = Object.fromEntries(names.map((name) => [name, next() as string]))
    const body = traits.includes('body') ? (next() ?? {}) : undefined
    const query = traits.includes('query') ? (next() as Record<string, unknown>) : undefined
    const options = next() as RequestOptions | undefined
    const parts = { params, body, query }
    if (traits.includes('bytes')) return transport.bytes(operation, parts, options)
    if (traits.includes('events')) {
      return readEventStream(transport.stream(operation, parts, options))
    }
    if (!traits.includes('list')) return transport.json(operation, parts, options)
    return listPages((cursor) => {
      const page = cursor === undefined ? parts : { ...parts, query: { ...query, cursor } }
      return transport.json(operation, page, options) as Promise<Page<unknown>>
    })
  }
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly nextCursor: string | null
}

/**
 * Returns a promise of the first page that is also iterable: `for await` yields every item of every
 * page and requests each page when it is needed.
 */
function listPages<Item, P extends Page<Item>>(
  readPage: (cursor?: string) => Promise<P>,
): Promise<P> & AsyncIterable<Item> {
  const first = readPage()
  async function* items(): AsyncGenerator<Item, void, void> {
    let page: P = await first
    for (;;) {
      yield* page.data
      if (page.nextCursor === null) return
      page = await readPage(page.nextCursor)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
