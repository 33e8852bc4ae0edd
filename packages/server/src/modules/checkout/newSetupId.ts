import { bucketOf } from '../../kernel/bucket.ts'
import { newIdInBucket } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Names a form that saves a method, with the customer's bucket, by which its session is found. */
export const newSetupId = (
  { environmentId }: Pick<Scope, 'environmentId'>,
  customerId: string,
): string => newIdInBucket('paymentSetup', bucketOf(environmentId, customerId))
