export { type ApiKey, findApiKeyByHash, listApiKeys } from './apiKeys/apiKeys.sql.ts'
export {
  getEnvironment,
  getSiblingScope,
  listOrganizations,
  type Organization,
  readScope,
} from './organization/organizations.sql.ts'
