import type { Session, Statement } from '../../../platform/db/session.ts'
import type { CreditCurrency, Feature, Metric } from '../kinds/catalogObject.core.ts'
import type { RowOf } from '../kinds/catalogObject.sql.ts'
import { creditCurrencyKind, featureKind, metricKind } from '../kinds/kinds.sql.ts'

/** The objects that measure and price usage, at one version of the catalog. */
export interface MeteringSnapshot {
  version: number
  features: Feature[]
  metrics: Metric[]
  creditCurrencies: CreditCurrency[]
}

const rowsOf = (table: 'features' | 'metrics' | 'credit_currencies') => `
  coalesce((SELECT json_agg(t ORDER BY t.created_at, t.id) FROM ${table} t
    WHERE t.environment_id = $1), '[]')`

/** A single statement, so that it reads one snapshot at any isolation level. */
const SNAPSHOT: Statement = {
  name: 'catalog-metering-snapshot',
  text: `
    SELECT coalesce((SELECT version FROM catalog_heads WHERE environment_id = $1), 0) AS version,
      ${rowsOf('features')} AS features,
      ${rowsOf('metrics')} AS metrics,
      ${rowsOf('credit_currencies')} AS "creditCurrencies"`,
}

interface SnapshotRow {
  version: number
  features: RowOf<'features'>[]
  metrics: RowOf<'metrics'>[]
  creditCurrencies: RowOf<'credit_currencies'>[]
}

/** `json_agg` returns dates as text. */
const withDates = <Row extends { created_at: Date; updated_at: Date }>(row: Row): Row => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
})

export async function readMeteringSnapshot(
  session: Session,
  environmentId: string,
): Promise<MeteringSnapshot> {
  const [row] = await session.query<SnapshotRow>(SNAPSHOT, [environmentId])
  const { version, features, metrics, creditCurrencies } = row as SnapshotRow
  return {
    version,
    features: features.map((each) => featureKind.render(withDates(each))),
    metrics: metrics.map((each) => metricKind.render(withDates(each))),
    creditCurrencies: creditCurrencies.map((each) => creditCurrencyKind.render(withDates(each))),
  }
}
