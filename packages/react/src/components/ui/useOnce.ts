import { useEffect, useInsertionEffect, useRef } from 'react'

/** Calls back once when the condition is first true, even if React runs effects twice. */
export function useOnce(holds: boolean, callback: () => void): void {
  const latest = useRef(callback)
  const isCalled = useRef(false)
  useInsertionEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (!holds || isCalled.current) return
    isCalled.current = true
    latest.current()
  }, [holds])
}
