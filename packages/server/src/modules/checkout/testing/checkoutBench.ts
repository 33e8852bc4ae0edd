import type {
  CheckoutForm,
  CheckoutPage,
  CheckoutPreview,
  CheckoutPreviewInput,
  CheckoutSessionStatus,
  ErrorBody,
} from '@purser/contract'
import { expect } from 'vitest'
import { tokenOf } from '../../../../test/harness/app/tokenOf.ts'
import { fingerprint } from '../../../../test/harness/database/fingerprint.ts'
import {
  type CardBehaviour,
  testCards,
} from '../../payments/providers/sandbox/methods/testCards.core.ts'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'
import { createSandboxCourier, type SandboxCourier } from '../../webhooks/testing/sandboxCourier.ts'

interface Session {
  id: string
  url: string
  expiresAt: string
  client?: { provider: string; token: string; url: string | null }
}

type Form = Record<string, unknown> & { headers?: Record<string, string>; token?: string }

/** Runs the application with checkouts. Forms are filled in over HTTP, as a browser does. */
export interface CheckoutBench extends TopUpBench {
  courier: SandboxCourier
  /** Previews a purchase and checks that the preview writes nothing. */
  preview(request: CheckoutPreviewInput): Promise<CheckoutPreview>
  noPreview(request: CheckoutPreviewInput): Promise<ErrorBody['error'] & { status: number }>
  open(request: CheckoutPreviewInput, form?: Form): Promise<Session>
  noSession(
    request: CheckoutPreviewInput,
    form?: Form,
  ): Promise<ErrorBody['error'] & { status: number }>
  status(id: string): Promise<CheckoutSessionStatus>
  /** Reads the page of a session with its page token. */
  page(session: Session): Promise<CheckoutPage>
  form(session: Session): Promise<CheckoutForm>
  /** Fills in the form of a session over HTTP and returns the form's new status. */
  payIn(session: Session, behaviour?: CardBehaviour): Promise<string>
  /** The checkout events that the merchant received. */
  checkouts(customerId: string): Promise<{ type: string; payload: Record<string, unknown> }[]>
  /** Advances the clock by hours and runs the sweeper of sessions. */
  sweepAfter(hours: number): Promise<void>
  /** The customer's charges at the provider. */
  taken(customerId: string): Promise<number[]>
}

export async function startCheckoutBench(): Promise<CheckoutBench> {
  const base = await startTopUpBench()
  const { app } = base
  const post = async (path: string, body: object): Promise<{ status: string }> => {
    const response = await fetch(`${app.url}/sandbox/intents/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as { status: string }
  }
  const call = (request: CheckoutPreviewInput, { headers, token, ...form }: Form) => ({
    body: { ...request, uiMode: 'embedded', ...form },
    ...(headers && { headers }),
    ...(token && { token }),
  })
  const onPage = <Answer>(operation: string, { id, url }: Session) =>
    app.ok<Answer>(operation, { params: { id }, token: tokenOf(url) })
  const form = (session: Session) => onPage<CheckoutForm>('openCheckoutForm', session)
  return {
    ...base,
    page: (session) => onPage('getCheckoutPage', session),
    form,
    courier: createSandboxCourier(app),
    preview: async (request) => {
      const before = await fingerprint(app.pool)
      const preview = await app.ok<CheckoutPreview>('previewCheckout', { body: request })
      expect(await fingerprint(app.pool)).toBe(before)
      return preview
    },
    noPreview: (request) => app.fails('previewCheckout', { body: request }),
    open: (request, form = {}) => app.ok<Session>('createCheckoutSession', call(request, form)),
    noSession: (request, form = {}) => app.fails('createCheckoutSession', call(request, form)),
    status: (id) => app.ok('getCheckoutSessionStatus', { params: { id } }),
    payIn: async (session, behaviour = 'success') => {
      const { brand, number } = testCards[behaviour]
      const client = session.client ?? (await form(session)).client
      const clientSecret = client?.token ?? 'none'
      const card = { behaviour, brand, last4: number.slice(-4), expMonth: 12, expYear: 2040 }
      return (await post('confirm', { clientSecret, ...card })).status
    },
    checkouts: async (customerId) => {
      const { rows } = await app.pool.query(
        `SELECT type, payload FROM outbox_messages WHERE customer_id = $1 AND type ~ '^checkout'
         ORDER BY created_at, id`,
        [customerId],
      )
      return rows
    },
    sweepAfter: async (hours) => {
      app.clock.advance({ hours })
      await base.run('sweepCheckoutSessions')
    },
    taken: async (customerId) => {
      const { charges } = await base.book(customerId)
      return charges.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)
    },
  }
}
