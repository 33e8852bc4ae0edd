import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { printOpenApi } from '@purser/contract'
import type { FastifyInstance } from 'fastify'
import type { Route } from '../routes.ts'
import { createOnFirstUse, unchangingText } from '../unchangingText.ts'
import { renderDocsPage } from './docsPage.ts'
import { docsScript } from './docsScript.ts'
import { docsStyle } from './docsStyle.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Allows only the page's own style and script. Nothing is loaded. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(docsStyle)}'`,
  `script-src 'sha256-${sha256(docsScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the mounted routes as an OpenAPI document and as a page for people. */
export function mountDocs(
  server: FastifyInstance,
  routes: readonly Route[],
  publicUrl: string,
): void {
  const document = createOnFirstUse(() =>
    printOpenApi(routes, { version, serverUrl: publicUrl.replace(/\/+$/, '') }),
  )
  const openApi = createOnFirstUse(() =>
    unchangingText('application/json; charset=utf-8', JSON.stringify(document())),
  )
  const page = createOnFirstUse(() =>
    unchangingText('text/html; charset=utf-8', renderDocsPage(document())),
  )
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
