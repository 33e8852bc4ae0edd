import pg from 'pg'
import { isUnavailable, unavailable } from '../databaseError.ts'
import type { Session, Statement } from '../session.ts'

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

interface Neighbours {
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

/** A statement to be run, and who waits for its rows. */
interface Asked {
  readonly statement: Statement
  readonly values: readonly (string | null)[]
  readonly resolve: (answer: GroupAnswer) => void
  readonly reject: (error: unknown) => void
}

interface GroupAnswer {
  rows: unknown[]
  /** What the database says was done, such as COMMIT. */
  tag: string
}

/** A parameter as it is sent; most of the hot path's are arrays, printed already. */
function toParameter(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a ${typeof value} cannot be a parameter here`)
}

type Row = Record<string, unknown>
type Field = { name: string; parse: (text: string) => unknown }

/** What is known of a statement on one connection; its fields come with the first answer. */
interface Prepared {
  fields: readonly Field[]
  /** A row of nulls: a copy of it is filled faster than an empty object. */
  blank: Row
}

const preparedOn = new WeakMap<pg.Connection, Map<string, Prepared>>()

/** Connections of which nobody knows what is prepared. */
const outOfStep = new WeakSet<pg.Connection>()

/** Whether statements may go on on this connection after one has failed. */
const isInStep = (client: pg.PoolClient): boolean =>
  !outOfStep.has((client as pg.Client & pg.PoolClient).connection)

/**
 * Statements that are answered together: one Sync for all of them, where the driver sends one with
 * each, and no description of rows that were described before. That is less to write, to read and
 * to wake up for, on both sides. When one fails, so do all.
 */
class StatementGroup extends pg.Query {
  readonly #asked: readonly Asked[]
  readonly #types: Pick<pg.CustomTypesConfig, 'getTypeParser'>
  readonly #prepared: Prepared[] = []
  readonly #answers: GroupAnswer[] = []
  #rows: Row[] = []
  /** Where something is prepared for the first time. */
  #preparesOn: pg.Connection | null = null

  constructor(asked: readonly Asked[], types: Pick<pg.CustomTypesConfig, 'getTypeParser'>) {
    // Only a name for whoever looks on.
    super(asked[0]?.statement.name ?? '')
    this.#asked = asked
    this.#types = types
  }

  override submit = (connection: pg.Connection): null => {
    let known = preparedOn.get(connection)
    if (!known) {
      known = new Map()
      preparedOn.set(connection, known)
    }
    for (const { statement, values } of this.#asked) {
      const { name, text } = statement
      const before = known.get(name)
      const prepared = before ?? { fields: [], blank: {} }
      if (!before) {
        known.set(name, prepared)
        this.#preparesOn = connection
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: values as string[] }, true)
      if (!before) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
      this.#prepared.push(prepared)
    }
    connection.sync()
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const prepared = this.#prepared[this.#answers.length] as Prepared
    prepared.fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as Field['parse'],
    }))
    prepared.blank = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    const { fields, blank } = this.#prepared[this.#answers.length] as Prepared
    const row: Row = { ...blank }
    for (let at = 0; at < fields.length; at += 1) {
      const { name, parse } = fields[at] as Field
      const text = texts[at] as string | null
      if (text !== null) row[name] = parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ rows: this.#rows, tag: text })
    this.#rows = []
  }

  handleReadyForQuery(): void {
    for (const [at, { resolve }] of this.#asked.entries()) resolve(this.#answers[at] as GroupAnswer)
  }

  handleError(error: unknown): void {
    if (this.#preparesOn) outOfStep.add(this.#preparesOn)
    for (const { reject } of this.#asked) reject(error)
  }
}
