import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { type IdKind, newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import { type PageRequest, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { afterCursor } from '../../../platform/db/pageQuery.ts'
import type { DB as Tables } from '../../../platform/db/tables.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'

/** Tables of the kinds that share their reads and writes. */
type ObjectTable =
  | 'products'
  | 'credit_currencies'
  | 'metrics'
  | 'features'
  | 'tiers'
  | 'credit_packages'
  | 'coupons'

export type CatalogStatus = 'active' | 'archived'

interface CatalogObject {
  id: string
  status: CatalogStatus
}

export type RowOf<Table extends ObjectTable> = Selectable<Tables[Table]> & {
  id: string
  organization_id: string
  created_at: Date
}

/** Describes one kind of catalog object. */
export interface ObjectKind<Table extends ObjectTable, Item extends CatalogObject> {
  table: Table
  idKind: IdKind
  /** The name of the kind in error messages. */
  noun: string
  /** The merchant's own key. An object is found by its key or by its id. */
  key: {
    name: 'slug' | 'code'
    column: 'slug' | 'code_key'
    of(item: Item): string
    /** Converts a key to the form in which it is stored. */
    fold(key: string): string
  }
  render(row: RowOf<Table>): Item
}

/** The key of every kind except coupons. */
export const slugKey = {
  name: 'slug',
  column: 'slug',
  of: (item: { slug: string }) => item.slug,
  fold: (slug: string) => slug,
} as const

export interface StatusFilter {
  status?: CatalogStatus | undefined
}

interface ObjectFilter extends StatusFilter {
  /** A condition on the row `t`. */
  where?: RawBuilder<SqlBool>
}

const ALL = sql<SqlBool>`true`

const select = (
  { table }: { table: ObjectTable },
  environmentId: string,
  { status, where = ALL }: ObjectFilter,
) => sql`
  SELECT t.*, e.organization_id
  FROM ${sql.table(table)} AS t JOIN environments AS e ON e.id = t.environment_id
  WHERE t.environment_id = ${environmentId} AND ${where}
    AND ${status === undefined ? ALL : sql<SqlBool>`t.status = ${status}`}`

async function fetchRows<Table extends ObjectTable>(
  tx: Tx,
  query: RawBuilder<unknown>,
): Promise<RowOf<Table>[]> {
  const { rows } = await (query as RawBuilder<RowOf<Table>>).execute(tx)
  return rows
}

/** Creates the reads that every kind has. They return objects in the shape of the contract. */
export function readsOf<Table extends ObjectTable, Item extends CatalogObject>(
  kind: ObjectKind<Table, Item>,
) {
  const { key } = kind
  const keyColumn = sql.ref(`t.${key.column}`)

  /** Finds objects by key only. The result omits keys that do not exist. */
  const findByKeys = async (
    tx: Tx,
    environmentId: string,
    keys: readonly string[],
  ): Promise<Map<string, Item>> => {
    if (keys.length === 0) return new Map()
    const where = sql<SqlBool>`${keyColumn} = ANY(${keys.map(key.fold)})`
    const rows = await fetchRows<Table>(tx, select(kind, environmentId, { where }))
    return new Map(rows.map(kind.render).map((item) => [key.of(item), item]))
  }

  /** Finds objects by id or key. The result omits names that do not exist. */
  const findMany = async (
    tx: Tx,
    environmentId: string,
    names: readonly string[],
  ): Promise<Map<string, Item>> => {
    if (names.length === 0) return new Map()
    const where = sql<SqlBool>`
      (t.id = ANY(${names}) OR ${keyColumn} = ANY(${names.map(key.fold)}))`
    const rows = await fetchRows<Table>(tx, select(kind, environmentId, { where }))
    const items = rows.map(kind.render)
    const byId = new Map(items.map((item) => [item.id, item]))
    const byKey = new Map(items.map((item) => [key.of(item), item]))
    return new Map(
      names.flatMap((name) => {
        // If a key equals another object's id, the id wins.
        const item = byId.get(name) ?? byKey.get(key.fold(name))
        return item ? [[name, item]] : []
      }),
    )
  }

  const find = async (tx: Tx, environmentId: string, name: string): Promise<Item | null> =>
    (await findMany(tx, environmentId, [name])).get(name) ?? null

  /** Returns one page, newest first. */
  const list = async (tx: Tx, environmentId: string, filter: ObjectFilter, page: PageRequest) => {
    const query = sql`
      ${select(kind, environmentId, filter)}
      AND ${afterCursor(page, sql.ref('t.created_at'), sql.ref('t.id'))}
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${page.limit + 1}`
    const rows = await fetchRows<Table>(tx, query)
    return pageOf(
      rows.map((row) => ({ createdAt: row.created_at, id: row.id, row })),
      page.limit,
      ({ row }) => kind.render(row),
    )
  }

  /** Returns every object of an environment, oldest first. */
  const listAll = async (
    tx: Tx,
    environmentId: string,
    filter: ObjectFilter = {},
  ): Promise<Item[]> => {
    const query = sql`${select(kind, environmentId, filter)} ORDER BY t.created_at, t.id`
    return (await fetchRows<Table>(tx, query)).map(kind.render)
  }

  return { find, findMany, findByKeys, list, listAll }
}

type Managed = 'environment_id' | 'id' | 'status' | 'created_at' | 'updated_at'
type OwnColumns<Table extends ObjectTable> = Omit<Insertable<Tables[Table]>, Managed>
type Column<T> = T | RawBuilder<unknown>
/** The columns that are specific to the kind. */
type NewColumns<Table extends ObjectTable> = {
  [C in keyof OwnColumns<Table>]-?: Column<OwnColumns<Table>[C]>
}
/** The columns to change. Undefined columns keep their value. */
type ChangedColumns<Table extends ObjectTable> = {
  [C in keyof OwnColumns<Table>]?: Column<OwnColumns<Table>[C]> | undefined
}

interface CatalogItem {
  id: string
  status: CatalogStatus
}

/** Bumps the catalog version, which serializes catalog writes, and finds the object to change. */
export async function findObjectForUpdate<Table extends ObjectTable, Item extends CatalogItem>(
  tx: Tx,
  { environmentId }: Scope,
  kind: ObjectKind<Table, Item>,
  name: string,
): Promise<Item> {
  await bumpCatalogVersion(tx, environmentId)
  const item = await readsOf(kind).find(tx, environmentId, name)
  if (!item) throw notFound(kind.noun, name)
  return item
}

/** Inserts an object. The key must be unused; archived objects keep their keys. */
export async function insertObject<Table extends ObjectTable, Item extends CatalogItem>(
  tx: Tx,
  { environmentId, now }: Scope,
  kind: ObjectKind<Table, Item>,
  key: string,
  columns: NewColumns<Table>,
): Promise<Item> {
  const existing = (await readsOf(kind).findByKeys(tx, environmentId, [key])).get(
    kind.key.fold(key),
  )
  if (existing) throw keyTakenError(kind, key, existing.status === 'archived')
  const id = newId(kind.idKind)
  const row = {
    ...columns,
    environment_id: environmentId,
    id,
    status: 'active',
    created_at: now,
    updated_at: now,
  }
  await sql`
    INSERT INTO ${sql.table(kind.table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    VALUES (${sql.join(Object.values(row))})`.execute(tx)
  return readBack(tx, environmentId, kind, id)
}

/** Updates the given columns. `status: 'active'` restores an archived object. */
export async function updateObject<Table extends ObjectTable, Item extends CatalogItem>(
  tx: Tx,
  { environmentId, now }: Scope,
  kind: ObjectKind<Table, Item>,
  id: string,
  columns: ChangedColumns<Table> & { status?: CatalogStatus | undefined },
): Promise<Item> {
  await writeColumns(tx, kind.table, { environmentId, id }, { ...columns, updated_at: now })
  return readBack(tx, environmentId, kind, id)
}

/** Archives an object. An object that is already archived is not changed. */
export async function archiveObject<Table extends ObjectTable, Item extends CatalogItem>(
  tx: Tx,
  scope: Scope,
  kind: ObjectKind<Table, Item>,
  name: string,
): Promise<Item> {
  const item = await findObjectForUpdate(tx, scope, kind, name)
  if (item.status === 'archived') return item
  const { environmentId, now } = scope
  const columns = { status: 'archived', updated_at: now }
  await writeColumns(tx, kind.table, { environmentId, id: item.id }, columns)
  return readBack(tx, environmentId, kind, item.id)
}

async function writeColumns(
  tx: Tx,
  table: ObjectTable,
  { environmentId, id }: { environmentId: string; id: string },
  columns: Record<string, unknown>,
): Promise<void> {
  const changes = Object.entries(columns).filter(([, value]) => value !== undefined)
  await sql`
    UPDATE ${sql.table(table)}
    SET ${sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    WHERE environment_id = ${environmentId} AND id = ${id}`.execute(tx)
}

export const keyTakenError = (
  { noun, key }: { noun: string; key: { name: string } },
  value: string,
  isArchived: boolean,
): PurserError =>
  new PurserError(
    'already_exists',
    `There is ${isArchived ? 'an archived' : 'already a'} ${noun} with the ${key.name} "${value}". ${
      isArchived ? 'Restore it, or choose' : 'Choose'
    } another ${key.name}.`,
  )

async function readBack<Table extends ObjectTable, Item extends CatalogItem>(
  tx: Tx,
  environmentId: string,
  kind: ObjectKind<Table, Item>,
  id: string,
): Promise<Item> {
  const item = await readsOf(kind).find(tx, environmentId, id)
  invariant(item, `a ${kind.noun} that was just written can be read`)
  return item
}
