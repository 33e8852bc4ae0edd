/** Scripts are served one folder below the server's own address, whatever path that has. */
const UP = '..'

/**
 * Where the server of this page is, without a slash at the end. In development, Vite serves each
 * source file under its own path; a build contains only the second case.
 */
export const pageBase: string = import.meta.env.DEV
  ? location.origin
  : new URL(UP, import.meta.url).href.replace(/\/+$/, '')

/** What the page is about, by the last part of its address: a session, an invoice, a product. */
export const pageSubject = (): string =>
  decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
