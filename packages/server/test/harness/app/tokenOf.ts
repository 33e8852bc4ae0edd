/** Reads the token from the address of a page. */
export const tokenOf = (url: string): string =>
  new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
