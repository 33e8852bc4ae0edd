import { bucketOfId, idPrefixes } from '../../../kernel/ids.ts'

const PREFIX = `${idPrefixes.ledgerEntry}_`
const WALLET_PREFIX = `${idPrefixes.creditAccount}_`

/** A row's id is made of its wallet's and its number there, so that it need not be stored. */
export const ledgerEntryId = (walletId: string, seq: number): string =>
  `${PREFIX}${walletId.slice(WALLET_PREFIX.length)}_${seq.toString(36)}`

/** The wallet and the number that an id was made of; null for what is no such id. */
export function parseLedgerEntryId(id: string): { walletId: string; seq: number } | null {
  const [, wallet, digits] = /^led_([0-9a-z]{26})_([0-9a-z]{1,10})$/.exec(id) ?? []
  if (wallet === undefined || digits === undefined) return null
  const walletId = `${WALLET_PREFIX}${wallet}`
  return bucketOfId('creditAccount', walletId) === null
    ? null
    : { walletId, seq: Number.parseInt(digits, 36) }
}
