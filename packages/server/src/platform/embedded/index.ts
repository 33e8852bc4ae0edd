export { EmbeddedPostgresError } from './errors.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './startEmbeddedPostgres.ts'
