import { randomInt } from 'node:crypto'

/**
 * Generates the stamp that a transaction writes to the customers it locks. Every transaction gets a
 * different one, including a retry of a failed transaction.
 */
export const newStamp = (): number => randomInt(1, 2 ** 48 - 1)
