import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Coupon } from './catalogObject.core.ts'
import {
  archiveObject,
  findObjectForUpdate,
  insertObject,
  updateObject,
} from './catalogObject.sql.ts'
import { bumpCatalogVersion } from './catalogVersion.sql.ts'
import { couponKind } from './kinds.sql.ts'
import { Problems } from './problems.core.ts'

export async function createCoupon(
  tx: Tx,
  scope: Scope,
  body: BodyOf<typeof catalogEndpoints.createCoupon>,
): Promise<Coupon> {
  await bumpCatalogVersion(tx, scope.environmentId)
  const { code } = body
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null
  const problems = new Problems()
  if (expiresAt && expiresAt <= scope.now) {
    problems.add('expiresAt', 'is in the past: the coupon could never be used')
  }
  problems.refuseIfAny()
  return insertObject(tx, scope, couponKind, code, {
    code,
    code_key: couponKind.key.fold(code),
    percent_off: body.percentOff ?? null,
    amount_off: body.amountOff ?? null,
    currency: body.currency ?? null,
    duration: body.duration,
    duration_in_periods: body.durationInPeriods ?? null,
    max_redemptions: body.maxRedemptions ?? null,
    expires_at: expiresAt,
    redemptions: 0,
  })
}

/** Updates the limits of a coupon. An `expiresAt` in the past ends it. */
export async function updateCoupon(
  tx: Tx,
  scope: Scope,
  idOrCode: string,
  body: BodyOf<typeof catalogEndpoints.updateCoupon>,
): Promise<Coupon> {
  const { id } = await findObjectForUpdate(tx, scope, couponKind, idOrCode)
  return updateObject(tx, scope, couponKind, id, {
    max_redemptions: body.maxRedemptions,
    expires_at: typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : body.expiresAt,
    status: body.status,
  })
}

/** Stops new redemptions. Discounts that are already running continue. */
export const archiveCoupon = (tx: Tx, scope: Scope, idOrCode: string): Promise<Coupon> =>
  archiveObject(tx, scope, couponKind, idOrCode)
