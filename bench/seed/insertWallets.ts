import { bucketOf } from '../../packages/server/src/kernel/bucket.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { newIdInBucket } from '../../packages/server/src/kernel/ids.ts'
import { arrayLiteral } from '../../packages/server/src/platform/db/arrayLiteral.ts'
import type { Pool } from '../machine/Pool.ts'
import type { Merchant } from './seedMerchant.ts'
import { type WalletHistory, walletStatements } from './walletStatements.ts'

/** Ledger rows per transaction: enough to be fast, few enough to show progress. */
const CHUNK_ROWS = 200_000

/**
 * Inserts customers with a wallet, one grant and a history, as if they had been created through the
 * API. The rows satisfy every invariant of a wallet, its ledger and its events.
 */
export async function insertWallets(
  pool: Pool,
  merchant: Merchant,
  customerIds: readonly string[],
  history: WalletHistory,
  onProgress: (ledgerRows: number) => void = () => {},
): Promise<void> {
  const rowsEach = 1 + history.adjustments + history.events
  const chunk = Math.max(1, Math.floor(CHUNK_ROWS / rowsEach))
  for (let from = 0; from < customerIds.length; from += chunk) {
    const part = customerIds.slice(from, from + chunk)
    await insertChunk(pool, merchant, part, history)
    onProgress((from + part.length) * rowsEach)
  }
}

async function insertChunk(
  pool: Pool,
  merchant: Merchant,
  customerIds: readonly string[],
  history: WalletHistory,
): Promise<void> {
  const wallets = customerIds.map((customerId) => {
    const bucket = bucketOf(merchant.environmentId, customerId)
    return {
      bucket,
      customerId,
      accountId: newIdInBucket('creditAccount', bucket),
      grantId: newIdInBucket('creditGrant', bucket),
    }
  })
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `CREATE TEMPORARY TABLE wallets
         (bucket smallint, customer_id text, account_id text, grant_id text) ON COMMIT DROP`,
    )
    await client.query(
      'INSERT INTO wallets SELECT * FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[])',
      [
        arrayLiteral(wallets, ({ bucket }) => bucket),
        arrayLiteral(wallets, ({ customerId }) => customerId),
        arrayLiteral(wallets, ({ accountId }) => accountId),
        arrayLiteral(wallets, ({ grantId }) => grantId),
      ],
    )
    await client.query('ANALYZE wallets')
    for (const { text, values } of walletStatements(merchant, history, systemClock.now())) {
      await client.query(text, values)
    }
    await client.query('COMMIT')
  } finally {
    // Closing the connection rolls back incomplete work after a failure.
    client.release(true)
  }
}
