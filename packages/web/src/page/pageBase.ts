/** Scripts are served one folder below the server's own address, whatever path that has. */
const UP = '..'

/** Where the server of this page is, without a slash at the end. */
export const pageBase: string = new URL(UP, import.meta.url).href.replace(/\/+$/, '')
