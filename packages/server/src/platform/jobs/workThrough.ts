/** The number of items that a sweep handles at once, so that a slow one does not block the others. */
const AT_ONCE = 10

/**
 * Handles pages of items, several at a time. A failing item does not stop the others. All failures
 * are thrown together at the end, so that the job counts as failed.
 */
export async function workThrough<Item>(
  what: string,
  nextPage: (last: Item | null) => Promise<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const failures: unknown[] = []
  for (let last: Item | null = null; ; ) {
    const queue: Item[] = [...(await nextPage(last))]
    const final = queue.at(-1)
    if (final === undefined) break
    last = final
    const worker = async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        await work(item).catch((error: unknown) => failures.push(error))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `processing failed for ${failures.length} ${what}`)
  }
}
