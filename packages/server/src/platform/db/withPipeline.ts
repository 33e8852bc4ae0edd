import type { Writable } from 'node:stream'
import type pg from 'pg'
import { isUnavailable, unavailable } from './databaseError.ts'
import type { Session, Statement } from './session.ts'

export interface Pipelined<T> {
  result: T
  /** Statements that are under way; COMMIT is sent behind them without waiting. */
  writes?: readonly Promise<unknown>[]
}

/**
 * Work on one connection whose statements need not wait for one another: what is asked for together
 * travels together, which on the hot path saves most of the round trips. `write` is one transaction.
 * With `read` each statement is a READ ONLY transaction of its own, as the connections of the hot
 * path are by default, and sees everything that was committed before it was sent. Nothing is tried
 * again: a batch knows better what to do with a failure.
 */
export async function withPipeline<T>(
  hotPool: pg.Pool,
  mode: 'read' | 'write',
  work: (session: Session) => Promise<Pipelined<T>>,
): Promise<T> {
  const client = await hotPool.connect().catch((error: unknown) => {
    throw isUnavailable(error) ? unavailable(error) : error
  })
  const together = sentTogether(client)
  const sent: Promise<unknown>[] = []
  const command = (text: string) => {
    together()
    const answer = client.query(text)
    sent.push(answer)
    return answer
  }
  const session: Session = {
    query: <Row>({ name, text }: Statement, values: readonly unknown[]) => {
      together()
      const answer = client
        .query({ name, text, values: values as unknown[] })
        .then(({ rows }) => rows as Row[])
      sent.push(answer)
      return answer
    },
  }
  let broken: unknown
  try {
    if (mode === 'write') command('BEGIN READ WRITE')
    const { result, writes = [] } = await work(session)
    const commit = mode === 'write' ? command('COMMIT') : null
    await Promise.all([...sent, ...writes])
    // COMMIT of a failed transaction succeeds and says ROLLBACK.
    if (commit && (await commit).command !== 'COMMIT') {
      throw new Error('the transaction was rolled back')
    }
    return result
  } catch (error) {
    // Statements that were sent together fail together; nobody else waits for them.
    const settled = await Promise.allSettled(sent)
    const first = settled.find((outcome) => outcome.status === 'rejected')
    const cause = error instanceof Error && first ? first.reason : error
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure
    })
    throw isUnavailable(cause) ? unavailable(cause) : cause
  } finally {
    client.release(broken !== undefined)
  }
}

/**
 * Holds back what is written to a connection until the code that writes it is done, so that one
 * system call, and one waking of the database's process, carries it all. Sending statement by
 * statement took a third of the server's time.
 */
function sentTogether(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  let isHeld = false
  return () => {
    if (isHeld) return
    isHeld = true
    stream.cork()
    queueMicrotask(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
