import { DEFAULT_PAGE_SIZE } from '@purser/contract'
import { invalidRequest } from './errors.ts'

/** The position of a row in a list ordered by creation time, newest first, then id. */
export interface Position {
  createdAt: Date
  id: string
}

export interface PageRequest {
  limit: number
  after: Position | null
}

/** Reads the paging parameters of a list request. Throws if Purser did not create the cursor. */
export const pageRequest = (query: {
  limit?: number | undefined
  cursor?: string | undefined
}): PageRequest => ({
  limit: query.limit ?? DEFAULT_PAGE_SIZE,
  after: query.cursor === undefined ? null : decodeCursor(query.cursor),
})

/**
 * Builds a page from up to one row more than the limit. The extra row shows that there is a next
 * page.
 */
export function pageOf<Row extends Position, Item>(
  rows: readonly Row[],
  limit: number,
  render: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const visibleRows = rows.slice(0, limit)
  const last = visibleRows.at(-1)
  return {
    data: visibleRows.map(render),
    nextCursor: rows.length > limit && last ? encodeCursor(last) : null,
  }
}

/**
 * Encodes the cursor as UTF-16 because the longest id that a merchant may choose must still fit
 * into a query parameter.
 */
const encodeCursor = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`, 'utf16le').toString('base64url')

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function decodeCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString('utf16le')
  const [, millis, id] = /^(\d{1,15}) ([^\0]+)$/.exec(text) ?? []
  if (millis === undefined || id === undefined || Number(millis) > LAST_INSTANT) {
    throw invalidRequest([
      {
        path: 'query.cursor',
        message: 'is not a cursor of this list; pass nextCursor unchanged',
      },
    ])
  }
  return { createdAt: new Date(Number(millis)), id }
}
