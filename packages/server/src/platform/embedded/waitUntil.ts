import { setTimeout as sleep } from 'node:timers/promises'

/** Polls every few milliseconds; false when the condition did not hold within the time given. */
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
