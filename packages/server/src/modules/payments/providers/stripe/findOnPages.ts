import type Stripe from 'stripe'
import { expectList } from './core/expectObject.ts'

const PAGE_SIZE = 100
/** A thousand back; what is looked for is hours old at most, so it is on the first page. */
const MOST_PAGES = 10

interface Position {
  readonly limit: number
  readonly starting_after?: string
}

/** The newest item of a list that fits. Null is certain: the list was read to its end. */
export async function findOnPages<Item extends { id: string; object: string }>(
  read: (position: Position) => Promise<Stripe.Response<Stripe.ApiList<Item>>>,
  object: Item['object'],
  fits: (item: Item) => boolean,
): Promise<Item | null | 'gave_up'> {
  let position: Position = { limit: PAGE_SIZE }
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, hasMore } = expectList(await read(position), object)
    const found = data.find(fits)
    if (found) return found
    const last = data.at(-1)
    if (!hasMore || !last) return null
    position = { limit: PAGE_SIZE, starting_after: last.id }
  }
  return 'gave_up'
}
