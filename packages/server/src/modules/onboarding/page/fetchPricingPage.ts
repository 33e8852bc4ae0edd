import { STATUS_CODES } from 'node:http'
import { type GuardedFetch, OutboundError } from '../../../platform/net/guardedFetch.ts'
import { UNPACKABLE } from '../../../platform/net/unpack.ts'
import { decodePage, pageProblem } from './pageBytes.core.ts'
import { robotsAllow } from './robotsAllow.core.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_ROBOTS_BYTES = 500 * 1024
const TIMEOUT_MS = 10_000
const ROBOTS_TIMEOUT_MS = 3_000
const MAX_REDIRECTS = 3

/** The name in robots.txt. */
const NAME = 'Purser'

const HEADERS = {
  'user-agent': `${NAME}/1.0 (reads a pricing page when its owner asks)`,
  'accept-encoding': UNPACKABLE,
}

/**
 * Fetches the HTML of a page, as a GET without JavaScript returns it. Throws only `UnreadablePage`.
 */
export async function fetchPricingPage(fetch: GuardedFetch, address: string): Promise<string> {
  const url = parseAddress(address)
  try {
    await askRobots(fetch, url)
    const page = await fetch(url.href, {
      headers: { ...HEADERS, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
    })
    const shown = new URL(page.url)
    if (shown.origin !== url.origin || shown.pathname !== url.pathname) {
      await askRobots(fetch, shown)
    }
    if (page.status < 200 || page.status > 299) throw new UnreadablePage(refusal(page.status))
    const contentType = [page.headers['content-type'] ?? ''].flat().join()
    const problem = pageProblem(contentType, page.body)
    if (problem) throw new UnreadablePage(problem)
    if (page.isTruncated) {
      throw new UnreadablePage('The page is larger than 2 MB. Give the address of a smaller one.')
    }
    return decodePage(page.body, contentType)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new UnreadablePage(`The page could not be read: ${error.message}.`, error)
  }
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && /^https?:$/.test(url.protocol)) return url
  const what = url ? 'is not the address of a web page' : 'is not a URL'
  throw new UnreadablePage(
    `"${address.slice(0, 200)}" ${what}. Give the full address of your pricing page, such as https://shop.example/pricing.`,
  )
}

function refusal(status: number): string {
  const words = STATUS_CODES[status] ? ` (${STATUS_CODES[status]})` : ''
  if (status === 404 || status === 410) {
    return `There is no page at this address: it answered ${status}${words}. Check the address.`
  }
  return status === 401 || status === 403 || status === 429
    ? `The site does not let programs read this page: it answered ${status}${words}.`
    : `The page could not be read: it answered ${status}${words}.`
}

/** Throws if robots.txt disallows the page, even if its owner asked for it. */
async function askRobots(fetch: GuardedFetch, page: URL): Promise<void> {
  const robots = new URL('/robots.txt', page)
  const answer = await fetch(robots.href, {
    headers: { ...HEADERS, accept: 'text/plain' },
    timeoutMs: ROBOTS_TIMEOUT_MS,
    maxBytes: MAX_ROBOTS_BYTES,
    maxRedirects: MAX_REDIRECTS,
  }).catch(() => null)
  // Without a robots.txt there are no rules. Reading the page reports problems with the address.
  if (answer?.status !== 200) return
  if (!robotsAllow(answer.body.toString('utf8'), NAME, page.pathname + page.search)) {
    throw new UnreadablePage(
      `The robots.txt of ${page.host} asks programs not to read this page. Allow it there for "${NAME}", and try again.`,
    )
  }
}
