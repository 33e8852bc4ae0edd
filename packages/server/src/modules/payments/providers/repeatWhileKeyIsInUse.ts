/**
 * The pauses between requests. They add up to nine seconds: longer than a provider usually takes,
 * and shorter than a customer waits for a page.
 */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 2_000, 2_000, 2_000]

/**
 * Repeats a request while the provider is still processing another request with the same
 * idempotency key. The first request, a second browser tab and the sweep can send the same payment
 * at the same time, and each of them needs the outcome. Returns the last answer if the key stays in
 * use.
 */
export async function repeatWhileKeyIsInUse<Answer>(
  send: () => Promise<Answer>,
  isKeyInUse: (answer: Answer) => boolean,
  wait: (ms: number) => Promise<unknown>,
): Promise<Answer> {
  let answer = await send()
  for (const pause of PAUSES_MS) {
    if (!isKeyInUse(answer)) break
    await wait(pause)
    answer = await send()
  }
  return answer
}
