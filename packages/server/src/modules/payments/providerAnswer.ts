import { PurserError } from '../../kernel/errors.ts'
import { ProviderUnavailable } from './provider.ts'

const RETRY_AFTER_SECONDS = 5

/** What the provider says; when it cannot be reached, 503 to whoever waits for it. */
export const providerAnswer = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
    throw new PurserError(
      'unavailable',
      'The payment provider cannot be reached. Nothing was changed; retry in a moment.',
      { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
  })
