import { sql } from 'kysely'
import type { EnvironmentKey } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** Returns false if the coupon has no redemptions left. */
export async function countRedemption(
  tx: Tx,
  { environmentId }: EnvironmentKey,
  couponId: string,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE coupons SET redemptions = redemptions + 1
    WHERE environment_id = ${environmentId} AND id = ${couponId}
      AND (max_redemptions IS NULL OR redemptions < max_redemptions)
    RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function restoreRedemption(
  tx: Tx,
  { environmentId }: EnvironmentKey,
  couponId: string,
): Promise<void> {
  await sql`
    UPDATE coupons SET redemptions = redemptions - 1
    WHERE environment_id = ${environmentId} AND id = ${couponId} AND redemptions > 0`.execute(tx)
}

/** A check without a lock. Only `countRedemption` enforces the limit under concurrent requests. */
export async function hasRedemptionLeft(
  tx: Tx,
  { environmentId }: EnvironmentKey,
  couponId: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM coupons WHERE environment_id = ${environmentId} AND id = ${couponId}
      AND (max_redemptions IS NULL OR redemptions < max_redemptions)`.execute(tx)
  return rows.length > 0
}
