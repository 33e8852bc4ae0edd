import type { CreditAccount, CreditGrant } from '@purser/contract/client'
import { useState } from 'react'

const isPurchase = ({ metadata }: CreditGrant): boolean =>
  metadata.source === 'topup' || metadata.source === 'credit_package'

/** What a top-up has added since the wallet is shown, also to one that was not there: the newest, or null. */
export function useTopUpNotice(account: CreditAccount | null): CreditGrant | null {
  const [known, setKnown] = useState<readonly string[] | null>(null)
  const [added, setAdded] = useState<CreditGrant | null>(null)
  const grants = account?.grants ?? []
  const isNew = ({ id }: CreditGrant): boolean => known !== null && !known.includes(id)
  if (known === null || grants.some(isNew)) {
    const bought = grants.filter((grant) => isNew(grant) && isPurchase(grant)).at(-1)
    if (bought) setAdded(bought)
    setKnown(grants.map(({ id }) => id))
  }
  return added
}
