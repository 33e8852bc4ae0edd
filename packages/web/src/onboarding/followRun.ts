import { type OnboardingEvent, PurserError, readEventStream } from '@purser/contract/client'
import type { MerchantClient } from './createMerchantClient.ts'

/** What to follow: a run that is to be started, or one that is there already. */
export type Followed = { readonly url: string } | { readonly id: string }

/** How long to wait before each further try, once nothing comes any more. */
const PAUSES_MS = [250, 1_000, 2_000, 4_000, 8_000]

/**
 * The events of a run until it is done. A connection that breaks is taken up where it was left;
 * a run that cannot be started, or a connection that stays broken, is an error.
 */
export async function* followRun(
  client: MerchantClient,
  followed: Followed,
  signal: AbortSignal,
): AsyncGenerator<OnboardingEvent, void, undefined> {
  let id = 'id' in followed ? followed.id : null
  let after: number | undefined
  let tries = 0
  for (;;) {
    try {
      const stream =
        id === null && 'url' in followed
          ? client.stream('streamOnboarding', { body: { url: followed.url } }, signal)
          : client.stream(
              'followOnboarding',
              { params: { id: id ?? '' }, query: { after } },
              signal,
            )
      for await (const { id: number, event, data } of readEventStream(stream)) {
        const read = { event, data } as OnboardingEvent
        if (read.event === 'status') id = read.data.id
        if (number !== null) {
          // What was seen before the connection broke is not news.
          if (after !== undefined && Number(number) <= after) continue
          after = Number(number)
        }
        tries = 0
        yield read
        if (read.event === 'done') return
      }
    } catch (error) {
      if (signal.aborted || !isPassing(error) || id === null) throw error
    }
    const pause = PAUSES_MS[tries]
    if (id === null || pause === undefined) throw new Error(LOST)
    tries += 1
    await waitFor(pause, signal)
  }
}

const LOST =
  'The connection was lost and did not come back. The work goes on without this page: load it again to see how it stands.'

/** Refusals of the server stay refusals; everything else may be the network. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof PurserError) ||
  error.status === null ||
  error.status === 429 ||
  error.status >= 500

const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
