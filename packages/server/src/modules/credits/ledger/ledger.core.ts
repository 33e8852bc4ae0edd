import type { LedgerEntry } from '@purser/contract'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { bucketOfId, idPrefixes } from '../../../kernel/ids.ts'
import type { LedgerRow, Wallet } from '../wallet/wallet.core.ts'

export const renderEntry = (
  wallet: Pick<Wallet, 'id' | 'customerId' | 'creditCurrencyId'>,
  { seq, createdAt, metadata, ...entry }: LedgerRow,
): LedgerEntry => ({
  id: ledgerEntryId(wallet.id, seq),
  customerId: wallet.customerId,
  creditAccountId: wallet.id,
  creditCurrencyId: wallet.creditCurrencyId,
  sequence: seq,
  type: entry.type,
  reason: entry.reason,
  amount: toNearestNumber(entry.amount),
  balanceBefore: toNearestNumber(entry.balanceBefore),
  balanceAfter: toNearestNumber(entry.balanceAfter),
  grantId: entry.grantId,
  reservationId: entry.reservationId,
  invoiceId: entry.invoiceId,
  featureId: entry.featureId,
  usageEventId: entry.usageEventId,
  metadata: metadata ?? {},
  createdAt: createdAt.toISOString(),
})

const PREFIX = `${idPrefixes.ledgerEntry}_`
const WALLET_PREFIX = `${idPrefixes.creditAccount}_`

/** Derives a row's id from its wallet and number, so that ids need not be stored. */
export const ledgerEntryId = (walletId: string, seq: number): string =>
  `${PREFIX}${walletId.slice(WALLET_PREFIX.length)}_${seq.toString(36)}`

/** Returns the wallet and number in a row's id, or null if the id is invalid. */
export function parseLedgerEntryId(id: string): { walletId: string; seq: number } | null {
  const [, wallet, digits] = /^led_([0-9a-z]{26})_([0-9a-z]{1,10})$/.exec(id) ?? []
  if (wallet === undefined || digits === undefined) return null
  const walletId = `${WALLET_PREFIX}${wallet}`
  return bucketOfId('creditAccount', walletId) === null
    ? null
    : { walletId, seq: Number.parseInt(digits, 36) }
}
