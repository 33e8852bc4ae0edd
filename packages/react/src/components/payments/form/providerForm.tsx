import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../../theme/ThemeContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** What opens a payment provider's form. */
export type ClientEnvelope = Extract<SettlementOutcome, { kind: 'requires_form' }>['client']

export interface CardFormResult {
  /** The form is filled in, and the customer's bank takes its time to say whether it pays. */
  readonly isProcessing: boolean
}

/** Why a card was not taken; the form has said so already and stays open. */
export interface CardFormProblem {
  readonly code: string
  readonly message: string
}

/** What the form of each provider is given. */
export interface ProviderFormProps {
  readonly client: ClientEnvelope
  /** The form is filled in. What was paid for comes a moment later. */
  readonly onDone: (result: CardFormResult) => void
  readonly onError?: ((problem: CardFormProblem) => void) | undefined
}

/** Where a card form is about to stand. */
export const FormLoading = (): ReactElement => (
  <Loading>
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
  </Loading>
)

/** The provider's form did not come. */
export function FormNotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { common, payments } = useWords()
  return (
    <Notice kind="error" action={<Button onClick={onRetry}>{common.retry}</Button>}>
      {payments.formNotLoaded}
    </Notice>
  )
}

/** Whether the page around an element is light or dark; `auto` where it follows the system. */
export function schemeAround(element: Element): 'auto' | 'light' | 'dark' {
  const words = (getComputedStyle(element).colorScheme ?? '').split(' ')
  if (words.includes('dark')) return words.includes('light') ? 'auto' : 'dark'
  return words.includes('light') || words.includes('normal') ? 'light' : 'auto'
}
