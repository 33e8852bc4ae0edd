import { act, screen } from '@testing-library/react'
import { formCards } from '../../../server/src/modules/payments/providers/sandbox/methods/testCards.core.ts'
import { drainJobs } from '../../../server/test/harness/app/drainJobs.ts'
import type { PortalBench } from './startPortalBench.tsx'

type FrameMessage = { type: 'complete' } | { type: 'error'; code: string; message: string }

/** The frame of the sandbox's card form, which jsdom creates but does not load. */
export async function findFrame(): Promise<HTMLIFrameElement> {
  const frame = await screen.findByTitle('Card details')
  if (!(frame instanceof HTMLIFrameElement)) throw new Error('The card form is not a frame.')
  return frame
}

/** Sends the page a message from the frame. */
export function tellPage(frame: HTMLIFrameElement, message: FrameMessage): void {
  const { origin } = new URL(frame.src)
  const data = { source: 'purser-sandbox', ...message }
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow }))
  })
}

/** Completes the form in the frame like a customer, and delivers the provider's webhook. */
export async function fillInFrame(bench: PortalBench, number = '5555555555554444'): Promise<void> {
  const frame = await findFrame()
  const clientSecret = new URL(frame.src).hash.slice(1)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${bench.app.url}/sandbox/intents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, ...body }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as { status: string; lastError: { message: string } | null }
  }
  const typed = formCards.find((card) => card.number === number)
  const card = {
    behaviour: typed?.behaviour,
    brand: typed?.brand,
    last4: number.slice(-4),
    expMonth: 12,
    expYear: 2040,
  }
  const before = await post('read', {})
  const intent =
    before.status === 'requires_challenge'
      ? await post('challenge', { answer: 'approve' })
      : await post('confirm', card)
  if (intent.status !== 'succeeded') {
    const message = intent.lastError?.message ?? intent.status
    return tellPage(frame, { type: 'error', code: 'card_declined', message })
  }
  tellPage(frame, { type: 'complete' })
  await drainJobs(bench.app)
}
