import type pg from 'pg'
import { giveBack, type Line, type PipelinedWork, runPipelined, takeLine } from './pipeline.ts'

export interface Lane {
  /**
   * Runs the work in a transaction of its own. `makeWay` is called when its COMMIT has been sent:
   * the next one may then be run, and is sent behind it without waiting for the answer.
   */
  run<T>(work: PipelinedWork<T>, makeWay: () => void): Promise<T>
}

/** The transaction before did not commit. Nothing was written; to keep the order, run again after it. */
export class Overtaken extends Error {
  constructor() {
    super('the transaction before this one failed')
    this.name = 'Overtaken'
  }
}

/** After so many in a row the connection goes back to the pool, which replaces old ones. */
const MAX_IN_A_ROW = 1_000

interface Use {
  line: Promise<Line>
  transactions: number
  users: number
  /** The last transaction whose COMMIT was sent. */
  last: Transaction | null
}

interface Transaction {
  /** Whether it and all before it were committed; null while it is not known. */
  isFirm: boolean | null
}

/**
 * Transactions one after the other, in the order in which they are run, so that the database need
 * not wait between them: while one commits, the next one's lock and reads are on their way.
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
            // Its answer came on the same connection, and so before this transaction's first one.
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
