/** Reports an expected failure to start or stop. The message alone is enough to print. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
