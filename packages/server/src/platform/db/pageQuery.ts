import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '../../kernel/page.ts'

/**
 * Selects rows after the cursor in a list ordered by `created_at desc, id desc`. True on the first
 * page.
 */
export const afterCursor = (
  { after }: PageRequest,
  createdAt: Expression<unknown> | RawBuilder<unknown> = sql.ref('created_at'),
  id: Expression<unknown> | RawBuilder<unknown> = sql.ref('id'),
): RawBuilder<SqlBool> =>
  after
    ? sql<SqlBool>`(${createdAt}, ${id}) < (${after.createdAt}::timestamptz, ${after.id}::text)`
    : sql<SqlBool>`true`
