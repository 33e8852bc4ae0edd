import { randomInt } from 'node:crypto'

/**
 * What a transaction leaves on the customers that it locks. Nobody else leaves the same, not even a
 * transaction that takes the place of one that failed.
 */
export const newStamp = (): number => randomInt(1, 2 ** 48 - 1)
