export type * from '@purser/contract/client'
export {
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  PmInUseError,
  PurserError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '@purser/contract/client'
export type { Resources } from './bindResources.ts'
export type { Track } from './createTrack.ts'
export type { IngestionOptions } from './ingestion/checkIngestionOptions.ts'
export type { BufferedEvent } from './ingestion/EventQueue.ts'
export type { FlushResult } from './ingestion/IngestionClient.ts'
export { type CheckAnswer, IngestionClient } from './ingestion/IngestionClient.ts'
export type { OnFlushError } from './ingestion/reporter.ts'
export { PurserClient as Purser, type PurserOptions } from './PurserClient.ts'
export type { RequestOptions } from './transport.ts'
export { verifyWebhook, type WebhookToVerify } from './verifyWebhook.ts'
