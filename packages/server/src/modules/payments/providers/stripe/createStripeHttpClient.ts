import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { repeatWhileKeyIsInUse } from '../repeatWhileKeyIsInUse.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>
type Response = Awaited<ReturnType<HttpClient['makeRequest']>>

/**
 * The SDK's HTTP client, which repeats a request if Stripe is still processing another one with the
 * same idempotency key. All other answers are returned as they are.
 */
export function createStripeHttpClient(
  wait: (ms: number) => Promise<unknown> = setTimeout,
): HttpClient {
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) =>
      repeatWhileKeyIsInUse(
        async () => {
          const response = await client.makeRequest(...request)
          return isKeyInUse(response) ? readNow(response) : response
        },
        isKeyInUse,
        wait,
      ),
  }
}

/** Stripe's own SDK treats a 409 in the same way when its retries are on. */
const isKeyInUse = (response: Response): boolean =>
  response.getStatusCode() === 409 && response.getHeaders()['stripe-should-retry'] !== 'false'

/**
 * Starts to read the body immediately. A body that is read only after a pause keeps its connection
 * open, and if the connection breaks during the pause, the read never ends.
 */
function readNow(response: Response): Response {
  const body = response.toJSON()
  body.catch(() => {})
  response.toJSON = () => body
  return response
}
