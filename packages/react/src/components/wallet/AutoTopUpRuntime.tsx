import type { CreditAccount } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'

interface AutoTopUpRuntimeProps {
  readonly runtime: CreditAccount['autoTopupRuntime']
  /** In what it charges; null while that is not known. */
  readonly chargeCurrency: string | null
}

/** How a rule has run until now. */
export function AutoTopUpRuntime({ runtime, chargeCurrency }: AutoTopUpRuntimeProps): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { lastFiredAt, lastFailedAt, consecutiveFailures, monthToDateCharge } = runtime
  return (
    <dl className="purser-facts">
      <div>
        <dt>{wallet.lastFired}</dt>
        <dd>{lastFiredAt === null ? wallet.never : format.date(lastFiredAt)}</dd>
      </div>
      {chargeCurrency && (
        <div>
          <dt>{wallet.monthToDate}</dt>
          <dd>{format.money(monthToDateCharge, chargeCurrency)}</dd>
        </div>
      )}
      {lastFailedAt !== null && consecutiveFailures > 0 && (
        <>
          <div>
            <dt>{wallet.lastFailed}</dt>
            <dd>{format.date(lastFailedAt)}</dd>
          </div>
          <div>
            <dt>{wallet.failures}</dt>
            <dd>{format.count(consecutiveFailures)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}
