import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Coupon } from './core/catalogObjects.ts'
import { couponKind } from './read/offer.ts'
import { claimObject, updateObject } from './store.ts'

/** Changes who may still redeem a coupon; an `expiresAt` in the past ends it. */
export async function updateCoupon(
  tx: Tx,
  scope: Scope,
  idOrCode: string,
  body: BodyOf<typeof catalogEndpoints.updateCoupon>,
): Promise<Coupon> {
  const { id } = await claimObject(tx, scope, couponKind, idOrCode)
  return updateObject(tx, scope, couponKind, id, {
    max_redemptions: body.maxRedemptions,
    expires_at: typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : body.expiresAt,
    status: body.status,
  })
}
