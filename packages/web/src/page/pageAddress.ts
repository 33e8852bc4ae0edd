/** The server may have any base path; it serves scripts one folder below that path. */
const SCRIPT_TO_BASE = '..'

/**
 * The address of this page's server, without a slash at the end. In development, Vite serves each
 * source file under its own path; a build contains only the second case.
 */
export const pageBase: string = import.meta.env.DEV
  ? location.origin
  : new URL(SCRIPT_TO_BASE, import.meta.url).href.replace(/\/+$/, '')

/** Reads the id of the checkout session, invoice or product from the end of the page's path. */
export const readPageId = (): string =>
  decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
