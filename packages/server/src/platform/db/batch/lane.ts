import type pg from 'pg'
import { giveBack, type Line, type PipelinedWork, runPipelined, takeLine } from './pipeline.ts'

export interface Lane {
  /**
   * Runs the work in a separate transaction. Calls `makeWay` once its COMMIT has been sent. The
   * next transaction may then start; it is sent behind this one without waiting for the answer.
   */
  run<T>(work: PipelinedWork<T>, makeWay: () => void): Promise<T>
}

/**
 * The previous transaction did not commit, so nothing was written. To keep the order, run this one
 * again after it.
 */
export class Overtaken extends Error {
  constructor() {
    super('the transaction before this one failed')
    this.name = 'Overtaken'
  }
}

/**
 * The connection returns to the pool after this many transactions, so that the pool can replace old
 * ones.
 */
const MAX_IN_A_ROW = 1_000

interface Use {
  line: Promise<Line>
  transactions: number
  users: number
  /** The last transaction whose COMMIT was sent. */
  last: Transaction | null
}

interface Transaction {
  /** Whether this transaction and all before it were committed. Null until that is clear. */
  isFirm: boolean | null
}

/**
 * Runs transactions in order on one connection without a pause in between: while one commits, the
 * next one's lock and reads are already on their way to the database.
 */
export function createLane(hotPool: pg.Pool): Lane {
  let use: Use | null = null

  return {
    async run(work, makeWay) {
      use ??= { line: takeLine(hotPool), transactions: 0, users: 0, last: null }
      const own = use
      own.users += 1
      own.transactions += 1
      try {
        const line = await own.line
        const before = own.last
        const mine: Transaction = { isFirm: null }
        return await runPipelined(line, 'write', work, {
          admit: () => {
            // The previous answer came on the same connection, and therefore before this
            // transaction's first one.
            if (before && !before.isFirm) throw new Overtaken()
          },
          committing: () => {
            own.last = mine
            if (own.transactions < MAX_IN_A_ROW) makeWay()
          },
          ended: (isCommitted) => {
            mine.isFirm = isCommitted && before?.isFirm !== false
          },
        })
      } finally {
        own.users -= 1
        if (own.users === 0) {
          if (use === own) use = null
          own.line.then(giveBack, () => {})
        }
      }
    },
  }
}
