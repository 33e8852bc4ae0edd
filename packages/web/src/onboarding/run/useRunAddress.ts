import { useCallback, useSyncExternalStore } from 'react'

const MOVED = 'purser-run-moved'

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  addEventListener(MOVED, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(MOVED, onChange)
  }
}

const readRunId = () => new URLSearchParams(location.search).get('run')

interface RunAddress {
  readonly runId: string | null
  readonly setRunId: (id: string | null) => void
}

/** Which run the address names, so that a reload goes on with it. */
export function useRunAddress(): RunAddress {
  const runId = useSyncExternalStore(subscribe, readRunId)
  const setRunId = useCallback((id: string | null) => {
    const search = id === null ? '' : `?run=${encodeURIComponent(id)}`
    history.pushState(null, '', location.pathname + search)
    dispatchEvent(new Event(MOVED))
  }, [])
  return { runId, setRunId }
}
