import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CardForm } from '../../src/components/index.ts'
import { PurserProvider } from '../../src/index.ts'

/** A fake of Stripe.js, because only Stripe serves the real one. */
const answers = {
  retrieve: vi.fn(),
  confirmPayment: vi.fn(),
  confirmSetup: vi.fn(),
  handleNextAction: vi.fn(),
}
const elements = vi.fn()
const stripe = {
  elements: (options: object) => {
    elements(options)
    return {
      create: () => ({
        mount: (place: HTMLElement) => {
          place.textContent = 'Element'
        },
        on: (event: string, listener: () => void) => {
          if (event === 'ready') queueMicrotask(listener)
        },
        destroy: () => {},
      }),
    }
  },
  retrievePaymentIntent: answers.retrieve,
  retrieveSetupIntent: answers.retrieve,
  confirmPayment: answers.confirmPayment,
  confirmSetup: answers.confirmSetup,
  handleNextAction: answers.handleNextAction,
}
const withKey = vi.fn(() => stripe)

const onDone = vi.fn()
const onError = vi.fn()
const show = (token: string) =>
  render(
    <StrictMode>
      <PurserProvider locale="de-DE">
        <CardForm
          client={{ provider: 'stripe', token, publishableKey: 'pk_test_1', url: null }}
          onDone={onDone}
          onError={onError}
        />
      </PurserProvider>
    </StrictMode>,
  )
const intent = (status: string) => ({ paymentIntent: { status } })

beforeEach(() => {
  Object.assign(window, { Stripe: withKey })
  answers.retrieve.mockResolvedValue(intent('requires_payment_method'))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  withKey.mockImplementation(() => stripe)
  for (const script of document.querySelectorAll('script')) script.remove()
  Object.assign(window, { Stripe: undefined })
})

it('the Stripe form saves a card after another card was declined', async () => {
  answers.confirmSetup
    .mockResolvedValueOnce({ error: { code: 'card_declined', message: 'Abgelehnt.' } })
    .mockResolvedValueOnce({ setupIntent: { status: 'succeeded' } })
  show('seti_1_secret_2')
  fireEvent.click(await screen.findByRole('button', { name: 'Save card' }))
  await screen.findByText('Abgelehnt.')
  expect(onError.mock.calls).toEqual([[{ code: 'card_declined', message: 'Abgelehnt.' }]])
  fireEvent.click(screen.getByRole('button', { name: 'Save card' }))
  await waitFor(() => expect(onDone.mock.calls).toEqual([[{ isProcessing: false }]]))
  expect(withKey).toHaveBeenCalledWith('pk_test_1')
  expect(elements.mock.calls.at(-1)).toEqual([
    { clientSecret: 'seti_1_secret_2', locale: 'de-DE', appearance: { theme: 'stripe' } },
  ])
  expect(answers.confirmSetup.mock.calls[0]?.[0]).toMatchObject({ redirect: 'if_required' })
  expect(answers.confirmPayment).not.toHaveBeenCalled()
})

it('the Stripe form pays, and reports that the bank has not decided yet', async () => {
  answers.confirmPayment.mockResolvedValue(intent('processing'))
  show('pi_1_secret_2')
  fireEvent.click(await screen.findByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(onDone.mock.calls).toEqual([[{ isProcessing: true }]]))
  expect(answers.confirmSetup).not.toHaveBeenCalled()
})

it("the Stripe form starts the bank's challenge immediately for a charge that waits for it", async () => {
  answers.retrieve.mockResolvedValue(intent('requires_action'))
  answers.handleNextAction.mockResolvedValue(intent('succeeded'))
  show('pi_1_secret_2')
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(answers.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' })
  expect(elements).not.toHaveBeenCalled()
})

it("the Stripe form loads Stripe's script once, and again after a failure", async () => {
  Object.assign(window, { Stripe: undefined })
  show('pi_1_secret_2')
  const scripts = () => [...document.querySelectorAll('script')]
  await waitFor(() => expect(scripts().map(({ src }) => src)).toEqual(['https://js.stripe.com/v3']))
  fireEvent.error(scripts()[0] ?? document)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(scripts()).toHaveLength(1))
  Object.assign(window, { Stripe: withKey })
  fireEvent.load(scripts()[0] ?? document)
  await screen.findByRole('button', { name: 'Pay' })
})
