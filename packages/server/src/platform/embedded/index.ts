export { EmbeddedPostgresError } from './EmbeddedPostgresError.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './startEmbeddedPostgres.ts'
