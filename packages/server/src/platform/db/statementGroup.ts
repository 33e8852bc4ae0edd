import pg from 'pg'
import type { Statement } from './session.ts'

/** A statement to be run, and who waits for its rows. */
export interface Asked {
  readonly statement: Statement
  readonly values: readonly (string | null)[]
  readonly resolve: (answer: GroupAnswer) => void
  readonly reject: (error: unknown) => void
}

export interface GroupAnswer {
  rows: unknown[]
  /** What the database says was done, such as COMMIT. */
  tag: string
}

/** A parameter as it is sent; most of the hot path's are arrays, printed already. */
export function toParameter(value: unknown): string | null {
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
export const isInStep = (client: pg.PoolClient): boolean =>
  !outOfStep.has((client as pg.Client & pg.PoolClient).connection)

/**
 * Statements that are answered together: one Sync for all of them, where the driver sends one with
 * each, and no description of rows that were described before. That is less to write, to read and
 * to wake up for, on both sides. When one fails, so do all.
 */
export class StatementGroup extends pg.Query {
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
