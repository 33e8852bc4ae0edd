import { useCallback, useEffect, useRef, useState } from 'react'
import type { Catalog } from './Catalog.ts'
import type { MerchantClient } from './createMerchantClient.ts'

interface CatalogState {
  /** null until it was read for the first time. */
  readonly catalog: Catalog | null
  readonly error: Error | null
  readonly reload: () => Promise<void>
}

/** The catalog of the sandbox, read anew whenever `version` is another one. */
export function useCatalog(client: MerchantClient, version: number): CatalogState {
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const reading = useRef<{ again: boolean; done: Promise<void> } | null>(null)

  // One read at a time: what is asked for while it runs is answered by one more.
  const reload = useCallback((): Promise<void> => {
    if (reading.current) {
      reading.current.again = true
      return reading.current.done
    }
    const turn = { again: true, done: Promise.resolve() }
    const read = async () => {
      try {
        while (turn.again) {
          turn.again = false
          setCatalog(await client.call('getCatalog', {}))
        }
        setError(null)
      } catch (problem) {
        setError(problem instanceof Error ? problem : new Error(String(problem)))
      } finally {
        reading.current = null
      }
    }
    reading.current = turn
    turn.done = read()
    return turn.done
  }, [client])

  useEffect(() => {
    if (version > 0) void reload()
  }, [version, reload])

  return { catalog, error, reload }
}
