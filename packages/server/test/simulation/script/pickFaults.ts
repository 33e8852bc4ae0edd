import type { Random } from './random.ts'
import type { Fault } from './script.ts'

/** Picks one or two faults of the provider, weighted by operation. */
export const pickFaults = <Operation extends Fault['operation']>(
  random: Random,
  weights: Readonly<Record<Operation, number>>,
  effects: Readonly<Record<Operation, readonly Fault['effect'][]>>,
): Fault[] =>
  Array.from({ length: random.between(1, 2) }, () => {
    const operation = random.weighted(weights)
    const times = random.pick([1, 2, null].map((count) => [count]))[0] ?? null
    return { operation, effect: random.pick(effects[operation]), times }
  })
