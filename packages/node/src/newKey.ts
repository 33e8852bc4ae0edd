/** A key that nobody else makes, for writes and events that are sent again until they are answered. */
export function newKey(): string {
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } }
  return crypto?.randomUUID?.() ?? Array.from({ length: 4 }, randomPart).join('-')
}

/** Node 18 has no `crypto` among its globals; a key has to be unique, not secret. */
const randomPart = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(36)
    .padStart(10, '0')
