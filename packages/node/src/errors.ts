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
