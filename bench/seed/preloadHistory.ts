import type { Pool } from '../machine/Pool.ts'
import { insertWallets } from './insertWallets.ts'
import type { Merchant } from './seedMerchant.ts'

const ROWS_PER_WALLET = 50
/** One event per five ledger rows: one per row would double the time for little benefit. */
const EVENTS_PER_WALLET = 10
const GRANTED = 1_000

/** Inserts wallets of other customers of the same merchant, with their history. */
export async function preloadHistory(
  pool: Pool,
  merchant: Merchant,
  ledgerRows: number,
  onProgress: (ledgerRows: number) => void,
): Promise<{ wallets: number; events: number }> {
  const wallets = Math.ceil(ledgerRows / ROWS_PER_WALLET)
  const customers = Array.from({ length: wallets }, (_, index) => `idle_${index}`)
  const history = {
    granted: GRANTED,
    adjustments: ROWS_PER_WALLET - 1 - EVENTS_PER_WALLET,
    events: EVENTS_PER_WALLET,
  }
  await insertWallets(pool, merchant, customers, history, onProgress)
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
  return { wallets, events: wallets * EVENTS_PER_WALLET }
}
