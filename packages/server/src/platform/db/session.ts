import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'

/** SQL that is prepared once per connection and run often. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Runs statements, either in an ordinary transaction or in a batch's pipelined one. */
export interface Session {
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}

/** Runs statements in an ordinary transaction. */
export const sessionOf = (tx: Tx): Session => ({
  query: async <Row>({ text }: Statement, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
})
