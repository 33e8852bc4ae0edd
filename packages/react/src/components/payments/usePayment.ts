import { useState } from 'react'
import type { CardFormResult } from './ProviderFormProps.ts'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'
import { type Arrival, useArrival } from './useArrival.ts'
import { useOnce } from './useOnce.ts'

export interface PaymentProgress {
  /** `opening` and `form` until the form is filled in, then how far it has come. */
  readonly step: 'opening' | 'form' | Exclude<Arrival, 'unread'>
  readonly finishForm: (result: CardFormResult) => void
}

/** How far a payment, or the saving of a card, has come. */
export function usePayment(
  outcome: UnsettledOutcome,
  onSettled: ((outcome: UnsettledOutcome) => void) | undefined,
): PaymentProgress {
  const [isFilledIn, setIsFilledIn] = useState(outcome.kind === 'processing')
  const arrival = useArrival(outcome, isFilledIn)
  useOnce(arrival === 'arrived', () => onSettled?.(outcome))
  const finishForm = () => setIsFilledIn(true)
  if (arrival === 'unread') return { step: 'opening', finishForm }
  return { step: isFilledIn || arrival !== 'awaited' ? arrival : 'form', finishForm }
}
