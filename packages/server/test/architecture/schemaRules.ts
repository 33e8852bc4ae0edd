import type pg from 'pg'

/** Tables that belong to no environment. */
const WITHOUT_ENVIRONMENT = ['installation', 'organizations', 'environments', 'schema_migrations']

interface Constraint {
  table: string
  name: string
  kind: 'p' | 'u' | 'f'
  columns: string[]
  references: string | null
}

interface Schema {
  columns: Map<string, string[]>
  constraints: Constraint[]
  triggers: string[]
}

async function readSchema(client: pg.Pool | pg.Client): Promise<Schema> {
  const columns = await client.query<{ table: string; columns: string[] }>(`
    SELECT table_name AS "table", array_agg(column_name::text ORDER BY ordinal_position) AS columns
    FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1`)
  const constraints = await client.query<Constraint>(`
    SELECT c.conrelid::regclass::text AS "table", c.conname AS name, c.contype AS kind,
      (SELECT array_agg(a.attname::text) FROM unnest(c.conkey) AS k
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k) AS columns,
      nullif(c.confrelid, 0)::regclass::text AS "references"
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
    WHERE n.nspname = 'public' AND c.contype IN ('p', 'u', 'f')
    UNION ALL
    SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, 'u',
      (SELECT array_agg(a.attname::text) FROM unnest(i.indkey) AS k
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k), NULL
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname = 'public' AND i.indisunique AND NOT i.indisprimary
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`)
  const triggers = await client.query<{ name: string }>(
    'SELECT tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE NOT tgisinternal AND n.nspname = $1',
    ['public'],
  )
  return {
    columns: new Map(columns.rows.map((row) => [row.table, row.columns])),
    constraints: constraints.rows,
    triggers: triggers.rows.map((row) => row.name),
  }
}

/** Finds violations of the rules that tenancy and sharding depend on. */
export async function findSchemaBreaches(client: pg.Pool | pg.Client): Promise<string[]> {
  const { columns, constraints, triggers } = await readSchema(client)
  const breaches = triggers.map((name) => `${name}: triggers are not allowed`)
  const has = (table: string, column: string) => columns.get(table)?.includes(column) ?? false
  for (const table of columns.keys()) {
    if (!WITHOUT_ENVIRONMENT.includes(table) && !has(table, 'environment_id')) {
      breaches.push(`${table}: has no environment_id`)
    }
    const customerOwned = table === 'customers' || has(table, 'customer_id')
    if (customerOwned && !has(table, 'bucket')) breaches.push(`${table}: has no bucket`)
  }
  for (const { table, name, kind, columns: covered, references } of constraints) {
    if (has(table, 'bucket') && kind !== 'f' && !covered.includes('bucket')) {
      breaches.push(`${table}.${name}: a unique key without the bucket`)
    }
    if (kind !== 'f' || references === null) continue
    if (has(references, 'environment_id') && !covered.includes('environment_id')) {
      breaches.push(`${table}.${name}: a reference that could leave the environment`)
    }
    if (has(references, 'bucket') && !covered.includes('bucket')) {
      breaches.push(`${table}.${name}: a reference that could leave the bucket`)
    }
  }
  return breaches.sort()
}
