import type { CreditAccount } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useFormat } from '../format/useFormat.ts'
import { useWords } from '../theme/useWords.ts'

/** How the rule of a wallet stands, in a sentence. */
export function AutoTopUpState({ account }: { readonly account: CreditAccount }): ReactElement {
  const { wallet } = useWords()
  const format = useFormat()
  const { autoTopup: rule, autoTopupRuntime: runtime, currency } = account
  const say = () => {
    if (runtime.isPending) return wallet.autoPending
    if (!rule.enabled) return wallet.autoOff
    if (runtime.consecutiveFailures > 0) return wallet.autoResting
    return wallet.autoOn(format.amount(rule.threshold, currency))
  }
  const isTroubled = rule.enabled && runtime.consecutiveFailures > 0 && !runtime.isPending
  return <p className={isTroubled ? 'purser-wallet-trouble' : 'purser-soft'}>{say()}</p>
}
