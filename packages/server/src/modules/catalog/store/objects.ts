import { type Insertable, type RawBuilder, sql } from 'kysely'
import { notFound, PurserError } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { invariant } from '../../../kernel/invariant.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { DB as Tables } from '../../../platform/db/tables.ts'
import { type CatalogStatus, type ObjectKind, type ObjectTable, readsOf } from '../read/objects.ts'
import { bumpCatalogVersion } from './catalogVersion.ts'

type Managed = 'environment_id' | 'id' | 'status' | 'created_at' | 'updated_at'
type OwnColumns<Table extends ObjectTable> = Omit<Insertable<Tables[Table]>, Managed>
type Column<T> = T | RawBuilder<unknown>
/** Every column that is the kind's own. */
type NewColumns<Table extends ObjectTable> = {
  [C in keyof OwnColumns<Table>]-?: Column<OwnColumns<Table>[C]>
}
/** The columns to change; one that is undefined stays as it is. */
type ChangedColumns<Table extends ObjectTable> = {
  [C in keyof OwnColumns<Table>]?: Column<OwnColumns<Table>[C]> | undefined
}

interface Keyed {
  id: string
  status: CatalogStatus
}

/** Takes the catalog's turn and finds the object that is to be changed. */
export async function claimObject<Table extends ObjectTable, Item extends Keyed>(
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

/** Adds an object under a key that is free; an archived object keeps its key. */
export async function insertObject<Table extends ObjectTable, Item extends Keyed>(
  tx: Tx,
  { environmentId, now }: Scope,
  kind: ObjectKind<Table, Item>,
  key: string,
  columns: NewColumns<Table>,
): Promise<Item> {
  const taken = (await readsOf(kind).findByKeys(tx, environmentId, [key])).get(kind.key.fold(key))
  if (taken) throw keyTaken(kind, key, taken.status === 'archived')
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

/** Changes the columns given; `status` "active" takes an archived object back into use. */
export async function updateObject<Table extends ObjectTable, Item extends Keyed>(
  tx: Tx,
  { environmentId, now }: Scope,
  kind: ObjectKind<Table, Item>,
  id: string,
  columns: ChangedColumns<Table> & { status?: CatalogStatus | undefined },
): Promise<Item> {
  await writeColumns(tx, kind.table, { environmentId, id }, { ...columns, updated_at: now })
  return readBack(tx, environmentId, kind, id)
}

/** Closes an object to new use; one that is archived already stays as it is. */
export async function archiveObject<Table extends ObjectTable, Item extends Keyed>(
  tx: Tx,
  scope: Scope,
  kind: ObjectKind<Table, Item>,
  name: string,
): Promise<Item> {
  const item = await claimObject(tx, scope, kind, name)
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

export const keyTaken = (
  { noun, key }: { noun: string; key: { name: string } },
  taken: string,
  isArchived: boolean,
): PurserError =>
  new PurserError(
    'already_exists',
    `There is ${isArchived ? 'an archived' : 'already a'} ${noun} with the ${key.name} "${taken}". ${
      isArchived ? 'Take it back into use, or choose' : 'Choose'
    } another ${key.name}.`,
  )

async function readBack<Table extends ObjectTable, Item extends Keyed>(
  tx: Tx,
  environmentId: string,
  kind: ObjectKind<Table, Item>,
  id: string,
): Promise<Item> {
  const item = await readsOf(kind).find(tx, environmentId, id)
  invariant(item, `a ${kind.noun} that was just written can be read`)
  return item
}
