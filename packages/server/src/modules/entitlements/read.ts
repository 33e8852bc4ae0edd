export { readOverrides } from './overrides/overrides.sql.ts'
