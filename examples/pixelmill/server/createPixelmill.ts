import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { type Purser, PurserError } from '@purser/node'
import { makeImages } from './makeImages.ts'
import { readOrder } from './readOrder.ts'
import { createSessions } from './sessions.ts'

interface Pixelmill {
  purser: Purser
  /** Where browsers reach Purser. */
  purserUrl: string
  /** The built pages. */
  pages: string
}

interface Answer {
  status: number
  body: unknown
  cookie?: string
}

const MOST_BYTES = 16_384
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Pixelmill's own server: it holds the secret key, and knows who has signed in. */
export function createPixelmill({ purser, purserUrl, pages }: Pixelmill): RequestListener {
  const sessions = createSessions()

  const signIn = async (body: unknown): Promise<Answer> => {
    const email = String((body as { email?: unknown } | null)?.email ?? '')
      .trim()
      .toLowerCase()
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
      return refuse(400, 'Type in an email address.')
    }
    // The customer in Purser is your own user: by your id, made when it is first seen.
    const customerId = `mill-${createHash('sha256').update(email).digest('hex').slice(0, 20)}`
    await purser.customers.put(customerId, { email, name: email.split('@')[0] ?? email })
    return { status: 200, body: { email }, cookie: sessions.begin(customerId) }
  }

  const answer = async (request: IncomingMessage, path: string): Promise<Answer> => {
    if (request.method !== 'POST') return refuse(405, 'Send a POST.')
    const body = await readJson(request)
    if (path === '/api/sign-in') return signIn(body)
    if (path === '/api/sign-out') return { status: 200, body: {}, cookie: sessions.end() }
    const customerId = sessions.read(request.headers.cookie)
    if (!customerId) return refuse(401, 'Sign in first.')
    if (path === '/api/billing-token') {
      // For the customer who has signed in, never for one that the request names.
      const { token } = await purser.portalSessions.create({ customerId, expiresInSeconds: 900 })
      return { status: 200, body: { token, purserUrl } }
    }
    if (path === '/api/images') {
      const order = readOrder(body)
      if (!order) return refuse(400, 'Describe the image, and choose a model and 1 to 40 images.')
      const made = await makeImages(purser, customerId, order)
      return { status: made.kind === 'made' ? 200 : 402, body: made }
    }
    return refuse(404, 'There is nothing here.')
  }

  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://pixelmill')
    if (!pathname.startsWith('/api/')) {
      const file = pathname === '/' ? 'index.html' : pathname.slice(1)
      const content = /^(index\.html|assets\/[\w.-]+)$/.test(file)
        ? await readFile(join(pages, file)).catch(() => null)
        : null
      response.writeHead(content ? 200 : 404, {
        'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
      })
      response.end(content ?? 'There is nothing here.')
      return
    }
    const { status, body, cookie } = await answer(request, pathname).catch(toAnswer)
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(cookie && { 'set-cookie': cookie }),
    })
    response.end(JSON.stringify(body))
  }
}

const refuse = (status: number, message: string): Answer => ({ status, body: { message } })

/** What the customer may know of it; the rest stands in the terminal. */
function toAnswer(error: unknown): Answer {
  if (error instanceof SyntaxError) return refuse(400, 'Send JSON.')
  if (error instanceof RangeError) return refuse(413, 'Send less.')
  const { code, requestId } = error instanceof PurserError ? error : { code: null, requestId: null }
  console.error(`Pixelmill: ${code ?? ''} ${requestId ?? ''}`, error)
  return refuse(503, 'Our billing cannot be reached. Nothing was charged; try again in a moment.')
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_BYTES) throw new RangeError('too long')
  }
  return text === '' ? null : JSON.parse(text)
}
