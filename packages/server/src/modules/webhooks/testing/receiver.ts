import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  /** The requests so far, oldest first. */
  received: ReceivedRequest[]
  /** Sets the answer to later requests. The default is 204. */
  answer(how: (response: ServerResponse, request: ReceivedRequest) => void): void
  stop(): Promise<void>
}

/** Starts a merchant's server on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  let how = (response: ServerResponse, _request: ReceivedRequest) => {
    response.writeHead(204).end()
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const whole = { headers: request.headers, body: Buffer.concat(chunks).toString() }
    received.push(whole)
    how(response, whole)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (answer) => {
      how = answer
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
