import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, so that not every key that is pressed asks the server. */
export function useLater<Value>(value: Value, afterMs = 300): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return later
}
