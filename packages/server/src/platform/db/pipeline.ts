import type pg from 'pg'
import { isUnavailable, unavailable } from './databaseError.ts'
import type { Session, Statement } from './session.ts'
import { type Asked, type GroupAnswer, StatementGroup, toParameter } from './statementGroup.ts'

export interface Pipelined<T> {
  result: T
  /** Statements that are under way; COMMIT is sent behind them without waiting. */
  writes?: readonly Promise<unknown>[]
}

export type PipelinedWork<T> = (session: Session) => Promise<Pipelined<T>>

/** A connection that was taken from the pool. */
export interface Line {
  readonly client: pg.PoolClient
  isBroken: boolean
}

export async function takeLine(pool: pg.Pool): Promise<Line> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isUnavailable(error) ? unavailable(error) : error
  })
  return { client, isBroken: false }
}

export const giveBack = ({ client, isBroken }: Line): void => client.release(isBroken)

export interface Neighbours {
  /** Throws when what is answered may not be used, because of what came before on the same line. */
  admit: () => void
  /** COMMIT was sent: what follows on the line is no longer in this transaction. */
  committing: () => void
  /** What became of COMMIT, told before any answer to what follows. */
  ended: (isCommitted: boolean) => void
}

const BEGIN = {
  // One snapshot, however many round trips: what is read together must have been true together.
  read: { name: 'begin-read', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' },
  write: { name: 'begin-write', text: 'BEGIN READ WRITE' },
} satisfies Record<string, Statement>
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' }

/**
 * Work on one connection whose statements need not wait for one another: what is asked for together
 * travels and is answered together, which on the hot path saves most of the round trips. It is one
 * transaction; with `read` it is READ ONLY and sees one snapshot, of everything that was committed
 * before it was sent. Nothing is tried again: a batch knows better what to do with a failure.
 */
export async function runPipelined<T>(
  line: Line,
  mode: 'read' | 'write',
  work: PipelinedWork<T>,
  neighbours?: Neighbours,
): Promise<T> {
  const sent: Promise<unknown>[] = []
  const { ask, endGroup } = outgoing(line.client)
  const session: Session = {
    query: <Row>(statement: Statement, values: readonly unknown[]) => {
      const answer = ask(statement, values).then(({ rows }) => {
        neighbours?.admit()
        return rows as Row[]
      })
      sent.push(answer)
      return answer
    },
  }
  let isOpen = true
  try {
    sent.push(ask(BEGIN[mode], []))
    const { result, writes = [] } = await work(session)
    isOpen = false
    // By itself, because it must end the transaction even if a statement before it failed.
    endGroup()
    const committed = commit(ask(COMMIT, []), neighbours)
    if (mode === 'write') sent.push(committed)
    // What was read is good already; whoever has the connection next is behind the COMMIT.
    else committed.catch(() => {})
    neighbours?.committing()
    await Promise.all([...sent, ...writes])
    return result
  } catch (error) {
    // Statements that were sent together fail together; nobody else waits for them.
    const settled = await Promise.allSettled(sent)
    const first = settled.find((outcome) => outcome.status === 'rejected')
    const cause = error instanceof Error && first ? first.reason : error
    if (first) line.isBroken = true
    if (isOpen) {
      await line.client.query('ROLLBACK').catch(() => {
        line.isBroken = true
      })
    }
    throw isUnavailable(cause) ? unavailable(cause) : cause
  }
}

const commit = (answer: Promise<GroupAnswer>, neighbours?: Neighbours): Promise<void> =>
  answer.then(
    ({ tag }) => {
      // COMMIT of a failed transaction succeeds and says ROLLBACK.
      const isCommitted = tag === 'COMMIT'
      neighbours?.ended(isCommitted)
      if (!isCommitted) throw new Error('the transaction was rolled back')
    },
    (error: unknown) => {
      neighbours?.ended(false)
      throw error
    },
  )

/**
 * Holds back what is asked of a connection until the code that asks is done, so that one system
 * call, and one waking of the database's process, carries it all.
 */
function outgoing(client: pg.PoolClient) {
  let groups: Asked[][] = []
  let group: Asked[] = []
  const send = () => {
    const { stream } = (client as pg.Client & pg.PoolClient).connection
    stream.cork()
    for (const asked of groups) client.query(new StatementGroup(asked, client))
    stream.uncork()
    groups = []
    group = []
  }
  return {
    ask: (statement: Statement, values: readonly unknown[]) =>
      new Promise<GroupAnswer>((resolve, reject) => {
        const parameters = values.map(toParameter)
        // After all microtasks, and so after whatever is asked for in answer to the same news.
        if (groups.length === 0) process.nextTick(send)
        if (group.length === 0) groups.push(group)
        group.push({ statement, values: parameters, resolve, reject })
      }),
    /** What is asked for from here on succeeds or fails on its own. */
    endGroup: () => {
      group = []
    },
  }
}
