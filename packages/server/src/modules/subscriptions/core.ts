export { recurringAmount } from './period/chargeLines.core.ts'
export { sameSeats } from './subscription/seats.core.ts'
