import Stripe from 'stripe'
import { ProviderUnavailable } from '../../provider.ts'

const { StripeCardError, StripeInvalidRequestError, StripeAuthenticationError } = Stripe.errors
const { StripePermissionError, StripeError } = Stripe.errors

type CardError = InstanceType<typeof StripeCardError>

/**
 * What a failed call proves. Only Stripe's own refusal of the request proves that nothing was done;
 * a lost answer, a 5xx, a 429, a 409 and a key used before with another request prove nothing.
 */
export type Failure =
  | { readonly kind: 'declined'; readonly error: CardError }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      /** What was named does not exist at this account. */
      readonly isMissing: boolean
    }
  | { readonly kind: 'unclear'; readonly cause: string }

export function readFailure(error: unknown): Failure {
  if (error instanceof StripeCardError) return { kind: 'declined', error }
  if (error instanceof StripeInvalidRequestError) {
    const code = error.code ?? 'invalid_request'
    const isMissing = error.statusCode === 404 && code === 'resource_missing'
    return { kind: 'refused', code, message: error.message, isMissing }
  }
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) {
    return {
      kind: 'refused',
      code: error.code ?? 'keys_refused',
      message:
        'Stripe refused the keys of this environment. Set them with PUT /v1/organization/payment-provider.',
      isMissing: false,
    }
  }
  return { kind: 'unclear', cause: describe(error) }
}

/** A failed call on which no money hangs. */
export function toUnavailable(error: unknown): ProviderUnavailable {
  const failure = readFailure(error)
  if (failure.kind === 'unclear') return new ProviderUnavailable(`Stripe: ${failure.cause}`)
  const message = failure.kind === 'refused' ? failure.message : failure.error.message
  return new ProviderUnavailable(`Stripe refused: ${message}`)
}

export const isMissing = (error: unknown): boolean => {
  const failure = readFailure(error)
  return failure.kind === 'refused' && failure.isMissing
}

/** Enough to find it in Stripe's log; never the whole error, which carries client secrets along. */
const describe = (error: unknown): string =>
  error instanceof StripeError
    ? [error.type, error.statusCode, error.code, error.requestId].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : 'failed'
