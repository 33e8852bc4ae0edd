import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Serves text that never changes while this process runs, and compresses it only once. */
export function unchangingText(type: string, text: string, cacheControl = 'no-cache') {
  const plain = Buffer.from(text)
  const zipped = gzipSync(plain)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
      return reply.code(304).send()
    }
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.type(type).send(plain)
    }
    return reply.type(type).header('content-encoding', 'gzip').send(zipped)
  }
}

/**
 * Creates a value at its first use, so that the start does not wait for pages that may never be
 * requested.
 */
export function createOnFirstUse<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}
