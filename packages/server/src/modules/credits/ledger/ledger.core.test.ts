import { describe, expect, it } from 'vitest'
import { newIdInBucket } from '../../../kernel/ids.ts'
import { ledgerEntryId, parseLedgerEntryId } from './ledger.core.ts'

describe('the id of a ledger row', () => {
  it.each([1, 35, 36, 36 ** 10 - 1])('contains the wallet and the row number (%i)', (seq) => {
    const walletId = newIdInBucket('creditAccount', 200)
    expect(parseLedgerEntryId(ledgerEntryId(walletId, seq))).toEqual({ walletId, seq })
  })

  it.each(['', 'led_', 'led_x_1', `wal_${'0'.repeat(26)}_1`, `led_${'u'.repeat(26)}_1`])(
    'cannot be %j',
    (id) => expect(parseLedgerEntryId(id)).toBeNull(),
  )
})
