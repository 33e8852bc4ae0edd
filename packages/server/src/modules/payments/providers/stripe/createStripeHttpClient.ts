import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { repeatWhileKeyIsInUse } from '../repeatWhileKeyIsInUse.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

const CONFLICT = 409

/**
 * The SDK's HTTP client, which repeats a request if Stripe is still processing another one with the
 * same idempotency key. All other answers are returned as they are.
 */
export function createStripeHttpClient(
  wait: (ms: number) => Promise<unknown> = setTimeout,
): HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest: typeof client.makeRequest = (...request) => {
    let refusal: Awaited<ReturnType<HttpClient['makeRequest']>> | undefined
    return repeatWhileKeyIsInUse(
      async () => {
        // A response that nobody reads would keep its connection open.
        await refusal?.toJSON().catch(() => null)
        refusal = await client.makeRequest(...request)
        return refusal
      },
      (response) => response.getStatusCode() === CONFLICT,
      wait,
    )
  }
  return { getClientName: () => client.getClientName(), makeRequest }
}
