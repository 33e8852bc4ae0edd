import type { SettlementOutcome } from '@purser/contract/client'

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
