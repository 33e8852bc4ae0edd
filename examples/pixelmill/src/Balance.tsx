import { renderAmount, useCreditAccounts } from '@purser/react'

/** What is left, on every page. */
export function Balance() {
  const { accounts, isLoading } = useCreditAccounts({ watch: true })
  const wallet = accounts.find(({ currency }) => currency?.slug === 'image-credits')
  if (isLoading) return <span className="balance" aria-busy="true" />
  return (
    <span className="balance">
      {wallet ? renderAmount(wallet.balance, wallet.currency) : '0'} credits
    </span>
  )
}
