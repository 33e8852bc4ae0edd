import type pg from 'pg'
import {
  type PipelinedWork,
  type PooledConnection,
  releaseConnection,
  runPipelined,
  takeConnection,
} from './pipeline.ts'

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
export class PreviousTransactionFailed extends Error {
  constructor() {
    super('the transaction before this one failed')
    this.name = 'PreviousTransactionFailed'
  }
}

/**
 * The connection returns to the pool after this many transactions, so that the pool can replace old
 * ones.
 */
const MAX_IN_A_ROW = 1_000

interface ConnectionUse {
  connection: Promise<PooledConnection>
  transactions: number
  users: number
  /** The last transaction whose COMMIT was sent. */
  last: Transaction | null
}

interface Transaction {
  /** True if this transaction and all before it were committed. Null until that is known. */
  isDurable: boolean | null
}

/**
 * Runs transactions in order on one connection without a pause in between: while one commits, the
 * next one's lock and reads are already on their way to the database.
 */
export function createLane(hotPool: pg.Pool): Lane {
  let use: ConnectionUse | null = null

  return {
    async run(work, makeWay) {
      use ??= { connection: takeConnection(hotPool), transactions: 0, users: 0, last: null }
      const currentUse = use
      currentUse.users += 1
      currentUse.transactions += 1
      try {
        const pooled = await currentUse.connection
        const previous = currentUse.last
        const transaction: Transaction = { isDurable: null }
        return await runPipelined(pooled, 'write', work, {
          beforeAnswer: () => {
            // The previous answer came on the same connection, and therefore before this
            // transaction's first one.
            if (previous && !previous.isDurable) throw new PreviousTransactionFailed()
          },
          onCommitSent: () => {
            currentUse.last = transaction
            if (currentUse.transactions < MAX_IN_A_ROW) makeWay()
          },
          onCommitEnd: (isCommitted) => {
            transaction.isDurable = isCommitted && previous?.isDurable !== false
          },
        })
      } finally {
        currentUse.users -= 1
        if (currentUse.users === 0) {
          if (use === currentUse) use = null
          currentUse.connection.then(releaseConnection, () => {})
        }
      }
    },
  }
}
