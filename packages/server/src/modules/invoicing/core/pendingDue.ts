import { calendarPeriod } from '../../../kernel/calendar.ts'

/** When pending lines are billed if no other invoice takes them before: the month of the oldest is over. */
export const pendingDueAt = (oldestAt: Date, timezone: string): Date =>
  calendarPeriod('month', oldestAt, timezone).end
