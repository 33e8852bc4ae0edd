/** A start or stop that failed for a reason we can name; the message alone is enough to print. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
