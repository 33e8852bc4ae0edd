import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface CuttingProxy {
  /** The URL of the database through the proxy. */
  url: string
  /**
   * The next statement with this text reaches the server, but its answer never reaches the client.
   */
  swallowAnswerTo(statement: string): void
  /** Settles when the server has answered the swallowed statement. */
  swallowed: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a proxy between client and database that can cut the connection between a statement and
 * its answer.
 */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const swallowed = Promise.withResolvers<void>()
  let watched: string | null = null
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let swallowing = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (chunk) => {
      if (watched !== null && chunk.includes(watched)) {
        watched = null
        swallowing = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!swallowing) return client.write(chunk)
      swallowed.resolve()
      client.destroy()
      return upstream.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  // The folder of a socket file would bypass the proxy.
  url.searchParams.delete('host')
  return {
    url: url.href,
    swallowAnswerTo: (statement) => {
      watched = statement
    },
    swallowed: swallowed.promise,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
