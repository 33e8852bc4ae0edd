import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../../../kernel/clock.ts'
import { PurserError } from '../../../../../kernel/errors.ts'
import { createOnFirstUse, unchangingText } from '../../../../../platform/http/unchangingText.ts'
import type { SandboxForms, SandboxIntent } from '../forms/sandboxForms.ts'
import { renderChallengePage } from './challengePage.ts'
import { renderFormPage } from './formPage.ts'
import { describeIntent } from './intentView.core.ts'
import type { PageLook } from './page.ts'
import { readChallengeBody, readConfirmBody, readSecretBody } from './readPageBody.core.ts'
import { sandboxStyle } from './sandboxStyle.ts'

/** Allows only our scripts and styles, and sends no referrer. */
const protection = (view: PageLook['view']) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${view === 'frame' ? '*' : "'none'"}`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
})

interface PageQuery {
  Querystring: { view?: unknown; scheme?: unknown }
}

const schemeOf = ({ scheme }: PageQuery['Querystring']): PageLook['scheme'] =>
  scheme === 'light' || scheme === 'dark' ? scheme : 'auto'

/**
 * Serves the sandbox provider's pages: the card form, the same form for a frame, and the bank's
 * challenge. The client secret is in the fragment of the address, which reaches no server, log or
 * referrer. The pages send it only in request bodies.
 */
export function mountSandboxPages(
  server: FastifyInstance,
  { forms, clock }: { forms: SandboxForms; clock: Clock },
): void {
  const serve = (render: (look: PageLook) => string) => {
    const inSchemes = (view: PageLook['view']) => {
      const page = (scheme: PageLook['scheme']) =>
        createOnFirstUse(() => unchangingText('text/html; charset=utf-8', render({ view, scheme })))
      return { auto: page('auto'), light: page('light'), dark: page('dark') }
    }
    return { hosted: inSchemes('hosted'), frame: inSchemes('frame') }
  }
  const form = serve(renderFormPage)
  const challenge = serve(renderChallengePage)
  server.get<PageQuery>('/sandbox/form', (request, reply) =>
    form.hosted[schemeOf(request.query)]()(request, reply.headers(protection('hosted'))),
  )
  server.get<PageQuery>('/sandbox/frame', (request, reply) =>
    form.frame[schemeOf(request.query)]()(request, reply.headers(protection('frame'))),
  )
  server.get<PageQuery>('/sandbox/challenge', (request, reply) => {
    const view = request.query.view === 'frame' ? 'frame' : 'hosted'
    const page = challenge[view][schemeOf(request.query)]()
    return page(request, reply.headers(protection(view)))
  })
  for (const { path, type, read } of pageAssets) {
    const asset = createOnFirstUse(() => unchangingText(type, read()))
    server.get(`/sandbox/assets/${path}`, (request, reply) => asset()(request, reply))
  }

  const answer = (intent: SandboxIntent | null, now: Date) => {
    if (intent) return describeIntent(intent, now)
    throw new PurserError('not_found', 'This form does not exist. Ask for a new link.')
  }
  server.post('/sandbox/intents/read', async ({ body }) => {
    const { clientSecret } = readSecretBody(body)
    return answer(await forms.findIntent(clientSecret), clock.now())
  })
  server.post('/sandbox/intents/confirm', async ({ body }) => {
    const { clientSecret, card } = readConfirmBody(body)
    const now = clock.now()
    return answer(await forms.confirmIntent(clientSecret, card, now), now)
  })
  server.post('/sandbox/intents/challenge', async ({ body }) => {
    const { clientSecret, answer: choice } = readChallengeBody(body)
    const now = clock.now()
    return answer(await forms.answerChallenge(clientSecret, choice, now), now)
  })
}

/**
 * The scripts that browsers load, relative to the provider's folder. They are the files that tests
 * import, so there is no build. They may import only files of this list.
 */
const MODULES = [
  'methods/testCards.core.ts',
  'pages/cardEntry.core.ts',
  'pages/browser/cardInputs.ts',
  'pages/browser/challenge.ts',
  'pages/browser/form.ts',
  'pages/browser/intents.ts',
  'pages/browser/page.ts',
]

const providerFolder = new URL('../', import.meta.url)

interface PageAsset {
  /** Relative to `/sandbox/assets/`. */
  readonly path: string
  readonly type: string
  read(): string
}

const pageAssets: readonly PageAsset[] = [
  { path: 'pages.css', type: 'text/css; charset=utf-8', read: () => sandboxStyle },
  ...MODULES.map((file) => ({
    path: asScript(file),
    type: 'text/javascript; charset=utf-8',
    read: () => toScript(readFileSync(new URL(file, providerFolder), 'utf8')),
  })),
]

/** Removes the types and makes imports point to scripts. */
const toScript = (source: string): string =>
  stripTypeScriptTypes(source).replace(
    /(\bfrom )'(\.[^']+)'/g,
    (_, from: string, file: string) => `${from}'${asScript(file)}'`,
  )

function asScript(file: string): string {
  return file.replace(/\.ts$/, '.js')
}
