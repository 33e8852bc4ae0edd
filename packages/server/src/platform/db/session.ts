import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'

/** SQL that is prepared once per connection and run often. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Where statements run: a transaction of its own, or the pipelined one of a batch. */
export interface Session {
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}

/** Statements in an ordinary transaction. */
export const sessionOf = (tx: Tx): Session => ({
  query: async <Row>({ text }: Statement, values: readonly unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
})
