/** How many things a sweeper has under way at once: one that waits must not hold up the others. */
const AT_ONCE = 10

/**
 * Works through pages of things, some at a time. One that fails does not hold up the others: what
 * failed is thrown together in the end, so that the job is seen to have failed.
 */
export async function workThrough<Item>(
  what: string,
  nextPage: (last: Item | null) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const failures: unknown[] = []
  for (let last: Item | null = null; ; ) {
    const waiting: Item[] = [...(await nextPage(last))]
    const final = waiting.at(-1)
    if (final === undefined) break
    last = final
    const lane = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await work(item).catch((error: unknown) => failures.push(error))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} ${what} failed`)
  }
}
