import type { OperationOutput } from '@purser/contract/client'
import { cleanup, configure, type RenderResult, render } from '@testing-library/react'
import { type ReactElement, type ReactNode, StrictMode } from 'react'
import { createCatalog } from '../../../server/test/harness/app/createCatalog.ts'
import { startTestApp, type TestApp } from '../../../server/test/harness/app/testApp.ts'
import { PurserProvider, type PurserProviderProps } from '../../src/index.ts'
import { studioCatalog } from './studioCatalog.ts'

/** A request that a hook sent. */
interface Sent {
  /** `GET /v1/plans?status=active` */
  route: string
  /** 0 while it is pending. */
  status: number
  idempotencyKey: string | null
  authorization: string | null
  sent: unknown
  body: string
}

type ProviderProps = Partial<Omit<PurserProviderProps, 'children'>>

export interface PortalBench {
  app: TestApp
  requests: Sent[]
  /** The requests whose route matches. */
  asked(route: RegExp): Sent[]
  fetch: typeof fetch
  /** Creates a customer, by default with a saved card, and returns its token. */
  signUp(customerId: string, options?: SignUp): Promise<string>
  tokenOf(customerId: string, expiresInSeconds?: number): Promise<string>
  show(node: ReactNode, props: ProviderProps): Shown
  /** The results of a hook, one per render. */
  hook<Result>(use: () => Result, props: ProviderProps): Hooked<Result>
  stop(): Promise<void>
}

interface Shown extends RenderResult {
  /** Renders again with other provider props or other content. */
  again(node: ReactNode, props: ProviderProps): void
}

interface Hooked<Result> {
  result: { current: Result }
  again(props: ProviderProps): void
  unmount(): void
}

interface SignUp {
  kind?: 'plg' | 'slg'
  card?: string | null
  planId?: string
  testClockId?: string
}

const NOT_REACHED = -1

async function createStudioCatalog(app: TestApp): Promise<void> {
  for (const [operation, body] of studioCatalog) await app.ok(operation, { body })
}

/** Starts the real server with a shop, and renders React against it. */
export async function startPortalBench(): Promise<PortalBench> {
  // The machine may be busy, so waits are long. A missing result still fails.
  configure({ asyncUtilTimeout: 60_000 })
  const app = await startTestApp({ isReachable: true })
  await createCatalog(app, createStudioCatalog)
  const requests: Sent[] = []

  const recordingFetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const headers = new Headers(init?.headers)
    const sent = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const entry: Sent = {
      route: `${init?.method} ${decodeURIComponent(url.pathname + url.search)}`,
      status: 0,
      idempotencyKey: headers.get('idempotency-key'),
      authorization: headers.get('authorization'),
      sent,
      body: '',
    }
    requests.push(entry)
    const response = await fetch(input, init).catch((error: unknown) => {
      entry.status = NOT_REACHED
      throw error
    })
    entry.status = response.status
    entry.body = await response.clone().text()
    return response
  }

  const tokenOf = async (customerId: string, expiresInSeconds = 3_600) =>
    (
      await app.ok<OperationOutput<'createPortalSession'>>('createPortalSession', {
        body: { customerId, expiresInSeconds },
      })
    ).token

  const tree = (node: ReactNode, props: ProviderProps): ReactElement => (
    <StrictMode>
      <PurserProvider baseUrl={app.url} fetch={recordingFetch} {...props}>
        {node}
      </PurserProvider>
    </StrictMode>
  )

  const show: PortalBench['show'] = (node, props) => {
    const view = render(tree(node, props))
    return { ...view, again: (nextNode, nextProps) => view.rerender(tree(nextNode, nextProps)) }
  }

  return {
    app,
    requests,
    asked: (route) => requests.filter((request) => route.test(request.route)),
    fetch: recordingFetch,
    signUp: async (customerId, { kind = 'plg', card = 'success', planId, testClockId } = {}) => {
      const body = { kind, currency: 'usd', ...(testClockId && { testClockId }) }
      await app.ok('putCustomer', { params: { customerId }, body })
      if (card !== null) {
        const method = { customerId, behaviour: card }
        await app.ok('attachSandboxPaymentMethod', { body: method })
      }
      if (planId) await app.ok('createSubscription', { body: { customerId, planId } })
      return tokenOf(customerId)
    },
    tokenOf,
    show,
    hook: <Result,>(use: () => Result, props: ProviderProps) => {
      const result = {} as { current: Result }
      function Probe(): null {
        result.current = use()
        return null
      }
      const { again, unmount } = show(<Probe />, props)
      return { result, again: (nextProps) => again(<Probe />, nextProps), unmount }
    },
    stop: async () => {
      cleanup()
      await app.stop()
    },
  }
}
