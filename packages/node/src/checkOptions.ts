/** Sends a request: `fetch`, or something with its manners. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ConnectionOptions {
  /** A secret key, `sk_…`. It never belongs into a browser. */
  readonly apiKey: string
  /** Where Purser is. Default: `PURSER_URL` of the environment, then `http://127.0.0.1:4242`. */
  readonly baseUrl?: string | undefined
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds for one try. Default 30000. */
  readonly timeout?: number | undefined
  /** How often a request is sent again that got no answer, or one that asks for it. Default 3. */
  readonly maxRetries?: number | undefined
}

export type Connection = {
  readonly [Name in keyof ConnectionOptions]-?: Exclude<ConnectionOptions[Name], undefined>
}

/** What `npm start` prints. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:4242'
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_RETRIES = 3
/** Timers of more milliseconds than this fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The options with their defaults, or an error that says which one is wrong; none shows the key. */
export function checkOptions(options: ConnectionOptions): Connection {
  return {
    apiKey: checkKey(options?.apiKey),
    baseUrl: checkUrl(options.baseUrl ?? readEnvironment('PURSER_URL') ?? DEFAULT_BASE_URL),
    fetch: checkFetch(options.fetch),
    timeout: checkWhole('timeout', options.timeout ?? DEFAULT_TIMEOUT_MS, 1),
    maxRetries: checkWhole('maxRetries', options.maxRetries ?? DEFAULT_RETRIES, 0),
  }
}

/** A whole number in a range; the most there is fits a timer too. */
export function checkWhole(
  name: string,
  value: number,
  least: number,
  most: number = MAX_TIMER_MS,
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new TypeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`)
}

function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key.trim() === '') {
    throw new TypeError(
      'apiKey is missing: give the secret key (sk_…) of the environment, as `npm start` prints it.',
    )
  }
  if (key.startsWith('pk_')) {
    throw new TypeError(
      'apiKey is a publishable key, which may only read what is public: give the secret key (sk_…).',
    )
  }
  // Errors of fetch about a header show its value, so a key that cannot be one gets no further.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('apiKey has spaces or characters that no key has: copy it again.')
  }
  return key
}

function checkUrl(text: unknown): string {
  const url = typeof text === 'string' ? parseUrl(text) : null
  const { protocol = '', username, password, search, hash } = url ?? {}
  if (!url || !/^https?:$/.test(protocol) || username || password || search || hash) {
    throw new TypeError(
      `baseUrl must be an http or https URL such as ${DEFAULT_BASE_URL}, without password and query; look at PURSER_URL too.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function checkFetch(given: unknown): Fetch {
  if (typeof given === 'function') return given as Fetch
  if (given !== undefined) throw new TypeError('fetch must be a function.')
  // Looked up each time, so that whatever takes its place later is used.
  return (url, init) => globalThis.fetch(url, init)
}

function readEnvironment(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name] || undefined
  } catch {
    // Deno without the right to read the environment.
    return undefined
  }
}
