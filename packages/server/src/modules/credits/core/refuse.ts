import { PurserError } from '../../../kernel/errors.ts'

/** Why an operation on a wallet did nothing. */
export type Refusal = 'insufficient' | 'frozen' | 'closed' | 'ended'

const isRefusal = (outcome: unknown): outcome is Refusal =>
  outcome === 'insufficient' || outcome === 'frozen' || outcome === 'closed' || outcome === 'ended'

/** The outcome of an operation that was carried out; a refused one is the caller's error. */
export function carriedOut<T>(outcome: T | Refusal, what: string): T {
  if (!isRefusal(outcome)) return outcome
  if (outcome === 'insufficient') {
    throw new PurserError(
      'insufficient_credits',
      "The wallet's grants do not cover this. Grant or top up credits, then try again.",
    )
  }
  throw new PurserError(
    'invalid_state',
    outcome === 'ended'
      ? `The ${what} has ended: it was used up, voided, released or captured, or has expired.`
      : `The wallet is ${outcome === 'frozen' ? 'frozen or ' : ''}closed. Nothing can be taken out of it until it is active again.`,
  )
}
