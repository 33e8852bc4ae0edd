/** Sends a request. Compatible with `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ConnectionOptions {
  /** A secret key, `sk_…`. Never use it in a browser. */
  readonly apiKey: string
  /**
   * Address of the server. Default: the environment variable `PURSER_URL`, then
   * `http://127.0.0.1:4242`.
   */
  readonly baseUrl?: string | undefined
  /** Default: the runtime's `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds per attempt. Default 30000. */
  readonly timeout?: number | undefined
  /** Maximum number of retries after a connection failure or a temporary error. Default 3. */
  readonly maxRetries?: number | undefined
}

export type Connection = {
  readonly [Name in keyof ConnectionOptions]-?: Exclude<ConnectionOptions[Name], undefined>
}

/** The address that `npm start` prints. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:4242'
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_RETRIES = 3
/** The longest delay in milliseconds that timers support. Longer ones fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Returns the options with their defaults, or throws an error that names the invalid one. Errors
 * never contain the key.
 */
export function checkOptions(options: ConnectionOptions): Connection {
  return {
    apiKey: checkKey(options?.apiKey),
    baseUrl: checkUrl(options.baseUrl ?? readEnvironment('PURSER_URL') ?? DEFAULT_BASE_URL),
    fetch: checkFetch(options.fetch),
    timeout: checkWhole('timeout', options.timeout ?? DEFAULT_TIMEOUT_MS, 1),
    maxRetries: checkWhole('maxRetries', options.maxRetries ?? DEFAULT_RETRIES, 0),
  }
}

/** Checks that a value is a whole number in a range. The default maximum is safe for timers. */
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
      'apiKey is missing. Pass the secret key (sk_…) of the environment. `npm start` prints the key of the sandbox.',
    )
  }
  if (key.startsWith('pk_')) {
    throw new TypeError(
      'apiKey is a publishable key, which can only read public data. Pass the secret key (sk_…).',
    )
  }
  // If a header is invalid, the error of fetch contains its value. Never pass an invalid key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(
      'apiKey contains spaces or other characters that no key contains. Copy it again.',
    )
  }
  return key
}

function checkUrl(text: unknown): string {
  const url = typeof text === 'string' ? parseUrl(text) : null
  const { protocol = '', username, password, search, hash } = url ?? {}
  if (!url || !/^https?:$/.test(protocol) || username || password || search || hash) {
    throw new TypeError(
      `baseUrl must be an http or https URL such as ${DEFAULT_BASE_URL}, without a password or query. If it is not set, PURSER_URL applies.`,
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

function checkFetch(fetchOption: unknown): Fetch {
  if (typeof fetchOption === 'function') return fetchOption as Fetch
  if (fetchOption !== undefined) throw new TypeError('fetch must be a function.')
  // Looked up for each request, so that a later replacement is used.
  return (url, init) => globalThis.fetch(url, init)
}

function readEnvironment(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name] || undefined
  } catch {
    // Deno throws an error if it may not read the environment.
    return undefined
  }
}
