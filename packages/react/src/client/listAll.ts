import type { Page } from './useApiPages.ts'

/** Reads all pages of a short list. */
export async function listAll<Item>(
  load: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await load({ limit: 100, cursor })
    items.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}
