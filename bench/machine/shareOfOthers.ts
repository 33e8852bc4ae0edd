import { availableParallelism } from 'node:os'

interface Use {
  busyMicros: number
  ownMicros: number
  elapsedMs: number
}

/** Computes the share of all processors that was busy with anything but the benchmark. */
export const shareOfOthers = ({ busyMicros, ownMicros, elapsedMs }: Use): number =>
  Math.max(0, busyMicros - ownMicros) / (elapsedMs * 1_000 * availableParallelism())
