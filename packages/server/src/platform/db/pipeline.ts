import pg from 'pg'
import { isUnavailable, unavailable } from './databaseError.ts'
import type { Session, Statement } from './session.ts'
import {
  type Asked,
  type GroupAnswer,
  isInStep,
  StatementGroup,
  toParameter,
} from './statementGroup.ts'

export interface Pipelined<T> {
  result: T
  /** Statements that are under way; COMMIT is sent behind them without waiting. */
  writes?: readonly Promise<unknown>[]
  /** It verifies by itself what it rests on, and so is good whatever came before on the line. */
  standsAlone?: boolean
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

/** `glance` is a read that asks for everything at once: what travels together is a transaction anyway. */
export type PipelineMode = 'read' | 'glance' | 'write'

/** The transaction has been ended: a glance that needs more must be a `read`. */
export class AskedTooLate extends Error {
  constructor() {
    super('a statement was asked for after the transaction was ended')
    this.name = 'AskedTooLate'
  }
}

// One snapshot, however many round trips: what is read together must have been true together.
const BEGIN_READ: Statement = {
  name: 'begin-read',
  text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
}
// What is read behind a lock must be seen as it is after the wait.
const BEGIN_WRITE: Statement = {
  name: 'begin-write',
  text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
}
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' }

/**
 * Work on one connection whose statements need not wait for one another: what is asked for together
 * travels and is answered together, which on the hot path saves most of the round trips. It is one
 * transaction; unless it is to `write` it is READ ONLY and sees one snapshot, of everything that was
 * committed before it was sent. Nothing is tried again: a batch knows better what to do with a
 * failure.
 */
export async function runPipelined<T>(
  line: Line,
  mode: PipelineMode,
  work: PipelinedWork<T>,
  neighbours?: Neighbours,
): Promise<T> {
  const sent: Promise<unknown>[] = []
  let admit = neighbours?.admit
  const { ask, endGroup } = outgoing(line.client)
  let isOpen = true
  const session: Session = {
    query: <Row>(statement: Statement, values: readonly unknown[]) => {
      if (!isOpen) return Promise.reject(new AskedTooLate())
      const answer = ask(statement, values).then(({ rows }) => {
        admit?.()
        return rows as Row[]
      })
      sent.push(answer)
      return answer
    },
  }
  const end = () => {
    isOpen = false
    // By itself, because it must end the transaction even if a statement before it failed.
    endGroup()
    const committed = commit(ask(COMMIT, []), neighbours)
    if (mode === 'write') sent.push(committed)
    // What was read is good already; whoever has the connection next is behind the COMMIT.
    else committed.catch(() => {})
  }
  try {
    if (mode !== 'glance') sent.push(ask(mode === 'write' ? BEGIN_WRITE : BEGIN_READ, []))
    const working = work(session)
    if (mode === 'glance') isOpen = false
    const { result, writes = [], standsAlone = false } = await working
    if (standsAlone) admit = undefined
    if (isOpen) end()
    neighbours?.committing()
    await Promise.all([...sent, ...writes])
    return result
  } catch (error) {
    // Statements that were sent together fail together; nobody else waits for them.
    const settled = await Promise.allSettled(sent)
    const first = settled.find((outcome) => outcome.status === 'rejected')
    const cause = error instanceof Error && first ? first.reason : error
    const isRefusal = first?.reason instanceof pg.DatabaseError && isInStep(line.client)
    if (first && !isRefusal) line.isBroken = true
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
