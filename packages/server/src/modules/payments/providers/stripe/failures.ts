import Stripe from 'stripe'
import { ProviderUnavailable } from '../../provider.ts'

const { StripeCardError, StripeInvalidRequestError, StripeAuthenticationError } = Stripe.errors
const { StripePermissionError, StripeError } = Stripe.errors

type CardError = InstanceType<typeof StripeCardError>

/**
 * The meaning of a failed call. Only a refusal by Stripe proves that nothing was done. A lost
 * answer, a 5xx, a 429, a 409 and a key that was reused with other parameters prove nothing.
 */
export type Failure =
  | { readonly kind: 'declined'; readonly error: CardError }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      /** The named object does not exist in this account. */
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

/** Converts the error of a call that moves no money. */
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

/**
 * Returns enough to find the request in Stripe's log. The full error could contain client secrets.
 */
const describe = (error: unknown): string =>
  error instanceof StripeError
    ? [error.type, error.statusCode, error.code, error.requestId].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : 'failed'
