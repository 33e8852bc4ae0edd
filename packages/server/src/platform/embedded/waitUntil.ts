import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls every few milliseconds. Returns false if the condition did not hold within the given time.
 */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 10,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    if (await condition()) return true
    if (performance.now() >= deadline) return false
    await sleep(intervalMs)
  }
}
