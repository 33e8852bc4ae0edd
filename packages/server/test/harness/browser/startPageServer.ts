import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageServer {
  /** A different origin than Purser's. */
  readonly origin: string
  show(html: string): void
  stop(): void
}

/** Starts a merchant's site that returns the same page for every path. */
export async function startPageServer(): Promise<PageServer> {
  let content = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (html) => {
      content = html
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
