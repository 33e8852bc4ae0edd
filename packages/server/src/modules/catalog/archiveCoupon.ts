import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Coupon } from './core/catalogObjects.ts'
import { couponKind } from './read/offer.ts'
import { archiveObject } from './store.ts'

/** Ends new redemptions of a coupon; discounts that run go on. */
export const archiveCoupon = (tx: Tx, scope: Scope, idOrCode: string): Promise<Coupon> =>
  archiveObject(tx, scope, couponKind, idOrCode)
