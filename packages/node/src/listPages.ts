export interface Page<Item> {
  readonly data: readonly Item[]
  readonly nextCursor: string | null
}

/**
 * The first page as a promise, which can also be gone through: `for await` gives every item of
 * every page, and asks for a page when it comes to it.
 */
export function listPages<Item, P extends Page<Item>>(
  readPage: (cursor?: string) => Promise<P>,
): Promise<P> & AsyncIterable<Item> {
  const first = readPage()
  async function* items(): AsyncGenerator<Item, void, void> {
    let page: P = await first
    for (;;) {
      yield* page.data
      if (page.nextCursor === null) return
      page = await readPage(page.nextCursor)
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
