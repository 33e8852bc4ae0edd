import type { LedgerEntry } from '@purser/contract/client'
import { type ReactElement, useState } from 'react'
import { useCreditAccounts } from '../../credits/useCreditAccounts.ts'
import { useCreditLedger } from '../../credits/useCreditLedger.ts'
import { useWords } from '../theme/ThemeContext.ts'
import { useFormat } from '../theme/useFormat.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { classNames } from '../ui/classNames.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNotice } from '../ui/ErrorNotice.tsx'
import { Table, TableSkeleton } from '../ui/Table.tsx'

export interface LedgerTableProps {
  /** Only this wallet. Default: the customer chooses. */
  readonly creditCurrencyId?: string | undefined
  readonly className?: string | undefined
}

const TYPES = ['CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'EXPIRE', 'ADJUSTMENT'] as const
const ADDS: readonly LedgerEntry['type'][] = ['CREDIT', 'RELEASE']

/** Lists the changes of the customer's balances, newest first. */
export function LedgerTable({ creditCurrencyId, className }: LedgerTableProps): ReactElement {
  const { common, wallet, ledger, ledgerTypes, ledgerReasons } = useWords()
  const format = useFormat()
  const [chosenWallet, setChosenWallet] = useState('')
  const [type, setType] = useState<LedgerEntry['type'] | ''>('')
  const { accounts } = useCreditAccounts()
  const ofWallet = creditCurrencyId ?? chosenWallet
  const { entries, isLoading, error, refetch, ...pages } = useCreditLedger({
    ...(ofWallet !== '' && { creditCurrencyId: ofWallet }),
    ...(type !== '' && { type }),
  })
  const currencyOf = (entry: LedgerEntry) =>
    accounts.find(({ id }) => id === entry.creditAccountId)?.currency
  const signed = (entry: LedgerEntry): string => {
    const isAdded = entry.type === 'ADJUSTMENT' ? entry.amount > 0 : ADDS.includes(entry.type)
    const amount = format.amount(Math.abs(entry.amount), currencyOf(entry))
    return `${isAdded ? '+' : '−'}${amount}`
  }
  const isFiltered = type !== '' || chosenWallet !== ''

  return (
    <Card
      title={ledger.title}
      className={classNames('purser-ledger', className)}
      actions={
        <>
          {creditCurrencyId === undefined && accounts.length > 1 && (
            <select
              className="purser-input purser-select"
              aria-label={wallet.wallet}
              value={chosenWallet}
              onChange={(event) => setChosenWallet(event.target.value)}
            >
              <option value="">{wallet.allWallets}</option>
              {accounts.map(({ creditCurrencyId: id, currency }) => (
                <option key={id} value={id}>
                  {currency?.name ?? id}
                </option>
              ))}
            </select>
          )}
          <select
            className="purser-input purser-select"
            aria-label={ledger.type}
            value={type}
            onChange={(event) => setType(TYPES.find((each) => each === event.target.value) ?? '')}
          >
            <option value="">{ledger.allTypes}</option>
            {TYPES.map((each) => (
              <option key={each} value={each}>
                {ledgerTypes[each]}
              </option>
            ))}
          </select>
        </>
      }
    >
      {isLoading && <TableSkeleton rows={5} />}
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!isLoading && !error && entries.length === 0 && (
        <EmptyState title={isFiltered ? ledger.emptyFiltered : ledger.empty}>
          {!isFiltered && ledger.emptyNext}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <Table
          caption={ledger.title}
          head={
            <tr>
              <th scope="col">{ledger.what}</th>
              <th scope="col" className="purser-number">
                {common.amount}
              </th>
              <th scope="col" className="purser-number">
                {ledger.balanceAfter}
              </th>
            </tr>
          }
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                {ledgerReasons[entry.reason]}
                <small className="purser-soft">
                  {format.date(entry.createdAt)}
                  {ofWallet === '' && accounts.length > 1 && ` · ${currencyOf(entry)?.name ?? ''}`}
                </small>
              </th>
              <td className="purser-number">{signed(entry)}</td>
              <td className="purser-number">
                {format.amount(entry.balanceAfter, currencyOf(entry))}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {common.loadMore}
        </Button>
      )}
    </Card>
  )
}
