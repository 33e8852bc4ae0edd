import type { Page } from './useApiPages.ts'

/** Every entry of a list that is short enough to be read whole. */
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
