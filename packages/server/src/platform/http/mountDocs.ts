import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { printOpenApi } from '@purser/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderDocsPage } from './docsPage.ts'
import { docsScript } from './docsScript.ts'
import { docsStyle } from './docsStyle.ts'
import type { Route } from './routes.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Nothing is loaded and nothing runs but the one style and the one script of the page itself. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(docsStyle)}'`,
  `script-src 'sha256-${sha256(docsScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves what is mounted as an OpenAPI document and as a page for people. Each is made at the first
 * request for it: a start does not wait for what nobody may ask for.
 */
export function mountDocs(
  server: FastifyInstance,
  routes: readonly Route[],
  publicUrl: string,
): void {
  const document = once(() =>
    printOpenApi(routes, { version, serverUrl: publicUrl.replace(/\/+$/, '') }),
  )
  const openApi = once(() => prepare('application/json; charset=utf-8', JSON.stringify(document())))
  const page = once(() => prepare('text/html; charset=utf-8', renderDocsPage(document())))
  server.get('/openapi.json', (request, reply) => openApi()(request, reply))
  server.get('/docs', (request, reply) =>
    page()(
      request,
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
      }),
    ),
  )
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Answers with a text that never changes while this process lives, compressed once. */
function prepare(type: string, text: string) {
  const plain = Buffer.from(text)
  const zipped = gzipSync(plain)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
      return reply.code(304).send()
    }
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.type(type).send(plain)
    }
    return reply.type(type).header('content-encoding', 'gzip').send(zipped)
  }
}
