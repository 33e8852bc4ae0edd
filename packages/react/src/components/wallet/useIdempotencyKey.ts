import { useRef } from 'react'
import { randomKey } from '../../client/randomKey.ts'
import { isUnsettled } from '../../client/useApiMutation.ts'

interface IntentionKey {
  /** The key of what is meant; the same for as long as the same is meant. */
  readonly keyOf: (intention: string) => string
  /** It failed: what is known to have failed may be meant once more. */
  readonly noteFailure: (error: unknown) => void
}

/** One key for each time that the customer means to pay, however often the button is pressed. */
export function useIdempotencyKey(): IntentionKey {
  const current = useRef<{ intention: string; key: string } | null>(null)
  return {
    keyOf: (intention) => {
      if (current.current?.intention !== intention) {
        current.current = { intention, key: randomKey() }
      }
      return current.current.key
    },
    noteFailure: (error) => {
      if (!isUnsettled(error)) current.current = null
    },
  }
}
