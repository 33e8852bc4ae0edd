import type { SettlementOutcome } from '@purser/contract/client'
import type { ReactElement } from 'react'
import { useWords } from '../../theme/ThemeContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Loading.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** The data that opens a payment provider's form. */
export type ClientEnvelope = Extract<SettlementOutcome, { kind: 'requires_form' }>['client']

export interface CardFormResult {
  /** The form is complete, but the customer's bank has not decided yet. */
  readonly isProcessing: boolean
}

/** The reason why a card was refused. The form has already shown it and stays open. */
export interface CardFormProblem {
  readonly code: string
  readonly message: string
}

/** Props of every provider's form. */
export interface ProviderFormProps {
  readonly client: ClientEnvelope
  /** The form is complete. The purchase arrives a moment later. */
  readonly onDone: (result: CardFormResult) => void
  readonly onError?: ((problem: CardFormProblem) => void) | undefined
}

/** Placeholder while a card form loads. */
export const FormLoading = (): ReactElement => (
  <Loading>
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
    <Skeleton height="2.75rem" />
  </Loading>
)

/** Shown if the provider's form could not be loaded. */
export function FormNotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { common, payments } = useWords()
  return (
    <Notice kind="error" action={<Button onClick={onRetry}>{common.retry}</Button>}>
      {payments.formNotLoaded}
    </Notice>
  )
}

/** Returns whether the page around an element is light or dark; `auto` if it follows the system. */
export function schemeAround(element: Element): 'auto' | 'light' | 'dark' {
  const words = (getComputedStyle(element).colorScheme ?? '').split(' ')
  if (words.includes('dark')) return words.includes('light') ? 'auto' : 'dark'
  return words.includes('light') || words.includes('normal') ? 'light' : 'auto'
}
