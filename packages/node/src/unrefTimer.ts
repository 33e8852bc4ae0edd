/** Lets the process end although the timer runs, in whichever way the runtime has for it. */
export function unrefTimer(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null) (timer as { unref?(): void }).unref?.()
  else (globalThis as { Deno?: { unrefTimer?(id: unknown): void } }).Deno?.unrefTimer?.(timer)
}
