import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StripeOptions } from '../connection.ts'
import { FakeStripeBook, type StripeAnswer } from './fakeStripeBook.ts'
import { type CheckedRequest, checkRequest } from './requestSchema.ts'

interface RecordedRequest extends CheckedRequest {
  headers: IncomingMessage['headers']
}

/** A failure of one request: whether it is carried out, and how it is answered. */
interface Fault {
  isCarriedOut: boolean
  answer: 'silence' | 'reset' | { status: number; body: string; headers?: Record<string, string> }
}

export interface FakeStripe {
  readonly book: FakeStripeBook
  readonly requests: RecordedRequest[]
  readonly address: NonNullable<StripeOptions['address']>
  /** Applies the fault to the next request of this operation. */
  strike(operation: string, fault: Fault): void
  /** Returns true if a later request will get no answer. */
  isSilenceAhead(): boolean
  stop(): Promise<void>
}

/** Starts a fake Stripe on loopback that records every request of the real SDK. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const book = new FakeStripeBook()
  const requests: RecordedRequest[] = []
  const faults: { operation: string; fault: Fault }[] = []
  const answers = new Map<string, { fingerprint: string; answer: StripeAnswer }>()

  const carryOut = (request: RecordedRequest, isPost: boolean): StripeAnswer => {
    const { problems, headers } = request
    if (problems.length > 0) return refuse('invalid_request_error', problems.join('; '))
    const key = headers['idempotency-key']
    if (!isPost || typeof key !== 'string') return book.perform(request)
    const fingerprint = JSON.stringify([request.operation, request.id, request.params])
    const before = answers.get(key)
    if (before && before.fingerprint !== fingerprint) {
      return refuse('idempotency_error', 'Keys can only be used with the same parameters.')
    }
    const answer = before?.answer ?? structuredClone(book.perform(request))
    answers.set(key, { fingerprint, answer })
    return answer
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://stripe.test')
    const isPost = incoming.method === 'POST'
    const form = isPost ? await readBody(incoming) : search.slice(1)
    const checked = checkRequest(incoming.method ?? '', pathname, form)
    const request = { ...checked, headers: incoming.headers }
    requests.push(request)
    const index = faults.findIndex(({ operation }) => operation === request.operation)
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
    const answer = fault?.isCarriedOut === false ? null : carryOut(request, isPost)
    if (fault?.answer === 'silence') return
    if (fault?.answer === 'reset') {
      incoming.socket.resetAndDestroy()
      return
    }
    const sent = fault?.answer ?? {
      status: answer?.status ?? 500,
      body: JSON.stringify(answer?.body),
    }
    const headers = { 'content-type': 'application/json', 'request-id': 'req_fake' }
    response.writeHead(sent.status, { ...headers, ...fault?.answer.headers }).end(sent.body)
  }

  const server = createServer((incoming, response) => void handle(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    book,
    requests,
    address: { protocol: 'http', host: '127.0.0.1', port },
    strike: (operation, fault) => faults.push({ operation, fault }),
    isSilenceAhead: () => faults.some(({ fault }) => fault.answer === 'silence'),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const refuse = (type: string, message: string): StripeAnswer => ({
  status: 400,
  body: { error: { type, message } },
})

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
