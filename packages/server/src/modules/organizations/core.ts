export type { EnvironmentKind, KeyScope } from './apiKeys/apiKey.core.ts'
export { formatApiKey, hashApiKey } from './apiKeys/apiKey.core.ts'
