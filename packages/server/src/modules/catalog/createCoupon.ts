import type { BodyOf, catalogEndpoints } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Coupon } from './core/catalogObjects.ts'
import { Problems } from './core/Problems.ts'
import { couponKind } from './read/offer.ts'
import { bumpCatalogVersion, insertObject } from './store.ts'

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
