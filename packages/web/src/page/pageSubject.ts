/** What the page is about, by the last part of its address: a session, an invoice, a product. */
export const pageSubject = (): string =>
  decodeURIComponent(location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '')
