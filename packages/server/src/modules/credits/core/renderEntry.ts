import type { LedgerEntry } from '@purser/contract'
import { toNearestNumber } from '../../../kernel/amount.ts'
import { ledgerEntryId } from './ledgerEntryId.ts'
import type { Entry, Wallet } from './wallet.ts'

/** A row of the ledger as the API shows it. */
export const renderEntry = (
  wallet: Pick<Wallet, 'id' | 'customerId' | 'creditCurrencyId'>,
  { seq, createdAt, metadata, ...entry }: Entry,
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
