import type { Reservation as RenderedReservation } from '@purser/contract'
import type { Amount } from '../../../kernel/amount.ts'
import type { Exhaustion } from './exhaustion.ts'
import { isExpired } from './expiry.ts'

/** What a reservation still holds of one grant; without a grant, of the overdraft. */
export interface Hold {
  readonly position: number
  readonly grantId: string | null
  amount: Amount
}

export interface Reservation {
  readonly id: string
  readonly featureId: string | null
  readonly quantity: Amount | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly unitCost: Amount | null
  readonly rule: Exhaustion
  /** Credits taken out of the balance at first. */
  readonly amount: Amount
  readonly createdAt: Date
  status: RenderedReservation['status']
  held: Amount
  captured: Amount
  expiresAt: Date
  updatedAt: Date
  /** In the order in which they were taken. */
  readonly holds: Hold[]
  isChanged: boolean
}

/** Whether it can still be captured, extended or released. */
export const isOpen = (reservation: Reservation, at: Date): boolean =>
  reservation.status === 'held' && !isExpired(reservation, at)
