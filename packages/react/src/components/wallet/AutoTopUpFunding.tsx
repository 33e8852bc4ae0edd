import type { CreditAccount } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useCustomer } from '../../customers/useCustomer.ts'
import { usePaymentMethods } from '../../payments/usePaymentMethods.ts'
import { AddCardButton } from '../payments/AddCardButton.tsx'
import { nameMethod } from '../payments/nameMethod.ts'
import { useWords } from '../theme/useWords.ts'
import { Notice } from '../ui/Notice.tsx'

interface AutoTopUpFundingProps {
  /** null while there is no wallet; then it is as the customer pays. */
  readonly fundingMethod: CreditAccount['effectiveFundingMethod']
}

/** How the next automatic top-up is paid for; without a card it leads to adding one. */
export function AutoTopUpFunding({ fundingMethod }: AutoTopUpFundingProps): ReactElement | null {
  const { wallet, payments } = useWords()
  const { customer } = useCustomer()
  const { paymentMethods, isLoading } = usePaymentMethods()
  const method = fundingMethod ?? customer?.collectionMethod ?? null
  if (method === 'send_invoice') return <p className="purser-soft">{wallet.fundedByInvoice}</p>
  if (method === null || isLoading) return null
  const charged = paymentMethods.find(({ isDefault }) => isDefault)
  return charged ? (
    <p className="purser-soft">{wallet.fundedByCard(nameMethod(charged, payments))}</p>
  ) : (
    <Notice kind="info" action={<AddCardButton>{payments.addCard}</AddCardButton>}>
      {wallet.needsCard}
    </Notice>
  )
}
