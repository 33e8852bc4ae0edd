import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { type Purser, PurserError } from '@purser/node'
import { makeImages } from './makeImages.ts'
import { readOrder } from './readOrder.ts'
import { createSessions } from './sessions.ts'

interface PixelmillOptions {
  purser: Purser
  /** The address of Purser for browsers. */
  purserUrl: string
  /** The folder with the built pages. */
  pages: string
}

interface Answer {
  status: number
  body: unknown
  cookie?: string
}

const MAX_BODY_LENGTH = 16_384
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Pixelmill's own server. It has Purser's secret key and knows which customer is signed in. */
export function createPixelmill({ purser, purserUrl, pages }: PixelmillOptions): RequestListener {
  const sessions = createSessions()

  const signIn = async (body: unknown): Promise<Answer> => {
    const email = String((body as { email?: unknown } | null)?.email ?? '')
      .trim()
      .toLowerCase()
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
      return fail(400, 'Enter an email address.')
    }
    // Your user is the customer in Purser, under your id. The first sign-in creates the customer.
    const customerId = `mill-${createHash('sha256').update(email).digest('hex').slice(0, 20)}`
    await purser.customers.put(customerId, { email, name: email.split('@')[0] ?? email })
    return { status: 200, body: { email }, cookie: sessions.begin(customerId) }
  }

  const answer = async (request: IncomingMessage, path: string): Promise<Answer> => {
    if (request.method !== 'POST') return fail(405, 'Send a POST request.')
    const body = await readJson(request)
    if (path === '/api/sign-in') return signIn(body)
    if (path === '/api/sign-out') return { status: 200, body: {}, cookie: sessions.end() }
    const customerId = sessions.read(request.headers.cookie)
    if (!customerId) return fail(401, 'Sign in first.')
    if (path === '/api/billing-token') {
      // Use the id of the signed-in customer. Never take the id from the request.
      const { token } = await purser.portalSessions.create({ customerId, expiresInSeconds: 900 })
      return { status: 200, body: { token, purserUrl } }
    }
    if (path === '/api/images') {
      const order = readOrder(body)
      if (!order) return fail(400, 'Describe the image, then choose a model and 1 to 40 images.')
      const result = await makeImages(purser, customerId, order)
      return { status: result.kind === 'made' ? 200 : 402, body: result }
    }
    return fail(404, 'Not found.')
  }

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pixelmill')
    if (!pathname.startsWith('/api/')) {
      const file = pathname === '/' ? 'index.html' : pathname.slice(1)
      const content = /^(index\.html|assets\/[\w.-]+)$/.test(file)
        ? await readFile(join(pages, file)).catch(() => null)
        : null
      response.writeHead(content ? 200 : 404, {
        'content-type': CONTENT_TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
      })
      response.end(content ?? 'Not found.')
      return
    }
    const { status, body, cookie } = await answer(request, pathname).catch(answerError)
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(cookie && { 'set-cookie': cookie }),
    })
    response.end(JSON.stringify(body))
  }
}

const fail = (status: number, message: string): Answer => ({ status, body: { message } })

/** Logs the error and returns a message without its details to the customer. */
function answerError(error: unknown): Answer {
  if (error instanceof SyntaxError) return fail(400, 'Send valid JSON.')
  if (error instanceof RangeError) return fail(413, 'The request is too large.')
  const { code, requestId } = error instanceof PurserError ? error : { code: null, requestId: null }
  console.error(`Pixelmill: ${code ?? ''} ${requestId ?? ''}`, error)
  return fail(
    503,
    'Billing is not available right now. Try again in a moment. You will not be charged twice.',
  )
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_BODY_LENGTH) throw new RangeError('The request is too large.')
  }
  return text === '' ? null : JSON.parse(text)
}
