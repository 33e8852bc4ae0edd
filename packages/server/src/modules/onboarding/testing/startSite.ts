import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = string | RequestListener

export interface Site {
  readonly origin: string
  /** The answer for each path: HTML, or a request listener. */
  readonly answers: Record<string, Answer>
  /** The requested paths, in order. */
  readonly asked: string[]
  stop(): void
}

/** Starts a local web site of a merchant. */
export async function startSite(answers: Record<string, Answer> = {}): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers[path]
    if (typeof answer === 'function') answer(request, response)
    else if (answer === undefined) response.writeHead(404).end('Nothing here')
    else response.writeHead(200, { 'content-type': 'text/html' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
