import pg from 'pg'
import { databaseUnavailable, isUnavailable } from '../databaseError.ts'
import type { Session, Statement } from '../session.ts'

export interface PipelineResult<T> {
  result: T
  /** Statements that have been sent. COMMIT follows them without waiting for their answers. */
  writes?: readonly Promise<unknown>[]
  /**
   * The work verified its own assumptions, so it is valid even if an earlier transaction on the
   * connection failed.
   */
  standsAlone?: boolean
}

export type PipelinedWork<T> = (session: Session) => Promise<PipelineResult<T>>

/** A connection taken from the pool. */
export interface PooledConnection {
  readonly client: pg.PoolClient
  isBroken: boolean
}

export async function takeConnection(pool: pg.Pool): Promise<PooledConnection> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isUnavailable(error) ? databaseUnavailable(error) : error
  })
  return { client, isBroken: false }
}

export const releaseConnection = ({ client, isBroken }: PooledConnection): void =>
  client.release(isBroken)

interface PipelineHooks {
  /**
   * Throws when an answer must not be used because an earlier transaction on the connection failed.
   */
  beforeAnswer: () => void
  /** COMMIT was sent: later statements on the connection are no longer part of this transaction. */
  onCommitSent: () => void
  /** Reports the result of COMMIT before any later answer arrives. */
  onCommitEnd: (isCommitted: boolean) => void
}

/**
 * `readInOneRoundTrip` is a read that sends all its statements at once. Statements sent together form a
 * transaction anyway.
 */
export type PipelineMode = 'read' | 'readInOneRoundTrip' | 'write'

/**
 * The transaction has already ended. Work that needs a second round trip must use `read`, not
 * `readInOneRoundTrip`.
 */
export class TransactionAlreadyEnded extends Error {
  constructor() {
    super('a statement was requested after the transaction had ended')
    this.name = 'TransactionAlreadyEnded'
  }
}

// One snapshot for all round trips, so that all rows were true at the same time.
const BEGIN_READ: Statement = {
  name: 'begin-read',
  text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
}
// Rows read after waiting for a lock must be seen as they are after the wait.
const BEGIN_WRITE: Statement = {
  name: 'begin-write',
  text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
}
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' }

/**
 * Runs work on one connection whose statements need not wait for one another. Statements that are
 * requested together are sent and answered together, which saves most round trips on the hot path.
 * The work is one transaction. Except in mode `write`, the transaction is READ ONLY and sees one
 * snapshot of everything committed before it was sent. Nothing is retried, because the batch knows
 * better what to do about a failure.
 */
export async function runPipelined<T>(
  pooled: PooledConnection,
  mode: PipelineMode,
  work: PipelinedWork<T>,
  hooks?: PipelineHooks,
): Promise<T> {
  const answers: Promise<unknown>[] = []
  let checkAnswer = hooks?.beforeAnswer
  const { issue, endGroup } = createSendBuffer(pooled.client)
  let isOpen = true
  const session: Session = {
    query: <Row>(statement: Statement, values: readonly unknown[]) => {
      if (!isOpen) return Promise.reject(new TransactionAlreadyEnded())
      const answer = issue(statement, values).then(({ rows }) => {
        checkAnswer?.()
        return rows as Row[]
      })
      answers.push(answer)
      return answer
    },
  }
  const end = () => {
    isOpen = false
    // COMMIT goes into a separate group because it must end the transaction even if an earlier
    // statement failed.
    endGroup()
    const committed = commit(issue(COMMIT, []), hooks)
    if (mode === 'write') answers.push(committed)
    // The rows are already valid, and the next user of the connection comes after the COMMIT.
    else committed.catch(() => {})
  }
  try {
    if (mode !== 'readInOneRoundTrip')
      answers.push(issue(mode === 'write' ? BEGIN_WRITE : BEGIN_READ, []))
    const working = work(session)
    if (mode === 'readInOneRoundTrip') isOpen = false
    const { result, writes = [], standsAlone = false } = await working
    if (standsAlone) checkAnswer = undefined
    if (isOpen) end()
    hooks?.onCommitSent()
    await Promise.all([...answers, ...writes])
    return result
  } catch (error) {
    // Statements that were sent together fail together; nothing else awaits them.
    const settled = await Promise.allSettled(answers)
    const first = settled.find((outcome) => outcome.status === 'rejected')
    const cause = error instanceof Error && first ? first.reason : error
    const isRefusal = first?.reason instanceof pg.DatabaseError && isInStep(pooled.client)
    if (first && !isRefusal) pooled.isBroken = true
    if (isOpen) {
      await pooled.client.query('ROLLBACK').catch(() => {
        pooled.isBroken = true
      })
    }
    throw isUnavailable(cause) ? databaseUnavailable(cause) : cause
  }
}

const commit = (answer: Promise<GroupAnswer>, hooks?: PipelineHooks): Promise<void> =>
  answer.then(
    ({ tag }) => {
      // COMMIT of a failed transaction succeeds with the tag ROLLBACK.
      const isCommitted = tag === 'COMMIT'
      hooks?.onCommitEnd(isCommitted)
      if (!isCommitted) throw new Error('the transaction was rolled back')
    },
    (error: unknown) => {
      hooks?.onCommitEnd(false)
      throw error
    },
  )

/**
 * Buffers statements until the code that issues them yields, so that a single system call sends
 * them all and wakes the database process once.
 */
function createSendBuffer(client: pg.PoolClient) {
  let groups: IssuedStatement[][] = []
  let group: IssuedStatement[] = []
  const send = () => {
    const { stream } = (client as pg.Client & pg.PoolClient).connection
    stream.cork()
    for (const statements of groups) client.query(new StatementGroup(statements, client))
    stream.uncork()
    groups = []
    group = []
  }
  return {
    issue: (statement: Statement, values: readonly unknown[]) =>
      new Promise<GroupAnswer>((resolve, reject) => {
        const parameters = values.map(toParameter)
        // Runs after all microtasks, and therefore after every statement issued in response to the
        // same answer.
        if (groups.length === 0) process.nextTick(send)
        if (group.length === 0) groups.push(group)
        group.push({ statement, values: parameters, resolve, reject })
      }),
    /** Starts a new group. Later statements succeed or fail independently of the earlier ones. */
    endGroup: () => {
      group = []
    },
  }
}

/** A statement to run and the callbacks that wait for its rows. */
interface IssuedStatement {
  readonly statement: Statement
  readonly values: readonly (string | null)[]
  readonly resolve: (answer: GroupAnswer) => void
  readonly reject: (error: unknown) => void
}

interface GroupAnswer {
  rows: unknown[]
  /** The command tag from the database, such as COMMIT. */
  tag: string
}

/** Formats a parameter. Most parameters of the hot path are arrays that are already formatted. */
function toParameter(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`a ${typeof value} cannot be a parameter here`)
}

type Row = Record<string, unknown>
type ResultField = { name: string; parse: (text: string) => unknown }

/** The state of a prepared statement on one connection. Its fields arrive with the first answer. */
interface PreparedStatement {
  fields: readonly ResultField[]
  /** A row of nulls: copying and filling it is faster than filling an empty object. */
  blank: Row
}

const preparedOn = new WeakMap<pg.Connection, Map<string, PreparedStatement>>()

/** Connections whose set of prepared statements is unknown. */
const outOfStep = new WeakSet<pg.Connection>()

/** Checks that the connection can still be used after a statement has failed. */
const isInStep = (client: pg.PoolClient): boolean =>
  !outOfStep.has((client as pg.Client & pg.PoolClient).connection)

/**
 * Sends statements that are answered together. It sends one Sync for all of them, where the driver
 * sends one with each, and does not describe the same rows twice. Both sides write, read and wake
 * up less. If one statement fails, all of them fail.
 */
class StatementGroup extends pg.Query {
  readonly #statements: readonly IssuedStatement[]
  readonly #types: Pick<pg.CustomTypesConfig, 'getTypeParser'>
  readonly #prepared: PreparedStatement[] = []
  readonly #answers: GroupAnswer[] = []
  #rows: Row[] = []
  /** The connection on which a statement is prepared for the first time. */
  #preparesOn: pg.Connection | null = null

  constructor(
    statements: readonly IssuedStatement[],
    types: Pick<pg.CustomTypesConfig, 'getTypeParser'>,
  ) {
    // Only a label for monitoring.
    super(statements[0]?.statement.name ?? '')
    this.#statements = statements
    this.#types = types
  }

  override submit = (connection: pg.Connection): null => {
    let preparedStatements = preparedOn.get(connection)
    if (!preparedStatements) {
      preparedStatements = new Map()
      preparedOn.set(connection, preparedStatements)
    }
    for (const { statement, values } of this.#statements) {
      const { name, text } = statement
      const existing = preparedStatements.get(name)
      const prepared = existing ?? { fields: [], blank: {} }
      if (!existing) {
        preparedStatements.set(name, prepared)
        this.#preparesOn = connection
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: values as string[] }, true)
      if (!existing) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
      this.#prepared.push(prepared)
    }
    connection.sync()
    return null
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const prepared = this.#prepared[this.#answers.length] as PreparedStatement
    prepared.fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: this.#types.getTypeParser(dataTypeID, 'text') as ResultField['parse'],
    }))
    prepared.blank = Object.fromEntries(fields.map(({ name }) => [name, null]))
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    const { fields, blank } = this.#prepared[this.#answers.length] as PreparedStatement
    const row: Row = { ...blank }
    for (let at = 0; at < fields.length; at += 1) {
      const { name, parse } = fields[at] as ResultField
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
    for (const [at, { resolve }] of this.#statements.entries())
      resolve(this.#answers[at] as GroupAnswer)
  }

  handleError(error: unknown): void {
    if (this.#preparesOn) outOfStep.add(this.#preparesOn)
    for (const { reject } of this.#statements) reject(error)
  }
}
