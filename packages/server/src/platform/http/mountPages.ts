import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PurserError } from '../../kernel/errors.ts'
import { unchangingText } from './unchangingText.ts'

const BUILT_PAGES = new URL('../../../../web/dist/', import.meta.url)

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** Lists every page, its path, and whether customers enter cards on it. */
export const PAGES = [
  { name: 'portal', paths: ['/portal', '/portal/:view'], takesCards: true },
  { name: 'checkout', paths: ['/checkout/:id'], takesCards: true },
  { name: 'invoice', paths: ['/invoice/:id'], takesCards: true },
  { name: 'pricing', paths: ['/pricing/:productId'], takesCards: false },
  { name: 'onboarding', paths: ['/onboarding'], takesCards: false },
] as const

/**
 * Builds the security headers of a page. Only our own scripts and styles run, and pages connect
 * only to this server, plus Stripe where its form may be shown. Logos may come from anywhere.
 */
export function pageHeaders(takesCards: boolean) {
  const stripe = (hosts: string) => (takesCards ? ` ${hosts}` : '')
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${stripe('https://js.stripe.com https://*.js.stripe.com')}`,
      "style-src 'self'",
      `connect-src 'self'${stripe('https://api.stripe.com')}`,
      "img-src 'self' https: data:",
      takesCards
        ? "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com"
        : "frame-src 'none'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

interface Build {
  readonly pages: ReadonlyMap<string, Answer>
  readonly assets: ReadonlyMap<string, Answer>
}

/** Serves the built pages of packages/web. */
export function mountPages(
  server: FastifyInstance,
  { publicUrl, built = BUILT_PAGES }: { publicUrl: string; built?: URL },
): void {
  let build: Build | null = null
  // Reads the whole build at once: a later build has other file names and removes these files.
  const findBuild = (): Build | null => {
    build ??= readBuild(built, new URL(publicUrl).pathname.replace(/\/+$/, ''))
    return build
  }
  for (const { name, paths, takesCards } of PAGES) {
    const headers = pageHeaders(takesCards)
    for (const path of paths) {
      server.get(path, (request, reply) => {
        const answer = findBuild()?.pages.get(name)
        return answer ? answer(request, reply.headers(headers)) : sayMissing(reply)
      })
    }
  }
  server.get<{ Params: { file: string } }>('/pages/:file', (request, reply) => {
    const answer = findBuild()?.assets.get(request.params.file)
    if (!answer) throw new PurserError('not_found', 'There is no such file: load the page again.')
    return answer(request, reply)
  })
}

const sayMissing = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The pages are not built yet: run npm run build:web and load this page again.\n')

/**
 * Returns null if there is no build. `prefix` is the path under which browsers reach this server.
 */
function readBuild(built: URL, prefix: string): Build | null {
  try {
    const pages = new Map(
      PAGES.map(({ name }) => {
        const html = readFileSync(new URL(`${name}.html`, built), 'utf8')
        const page = html.replaceAll('"/pages/', `"${prefix}/pages/`)
        return [name, unchangingText('text/html; charset=utf-8', page)]
      }),
    )
    const folder = new URL('pages/', built)
    const assets = new Map(
      readdirSync(folder).map((file) => {
        const type = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
        const text = readFileSync(new URL(file, folder), 'utf8')
        // The file name contains a hash of the content.
        return [file, unchangingText(type, text, 'public, max-age=31536000, immutable')]
      }),
    )
    return { pages, assets }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
