import type { TestClock } from '@purser/contract'
import { startTopUpBench, type TopUpBench } from '../../topups/testing/topUpBench.ts'

/** The application with a provider, wallets, top-up rules and customers on test clocks. */
export interface ClockBench extends TopUpBench {
  clock(frozenTime: string, name?: string): Promise<TestClock>
  clockNow(id: string): Promise<TestClock>
  /** Starts an advance. */
  send(id: string, to: string): Promise<TestClock>
  /** Starts an advance and waits until it has finished. */
  advance(id: string, to: string): Promise<TestClock>
  /** Returns the history of a customer without random values. */
  history(customerId: string): Promise<string[]>
}

export async function startClockBench(): Promise<ClockBench> {
  const bench = await startTopUpBench()
  const { app } = bench
  const ofClock = (id: string) => ({ params: { id } })
  const clockBench: ClockBench = {
    ...bench,
    clock: (frozenTime, name) =>
      app.ok<TestClock>('createTestClock', { body: { frozenTime, ...(name && { name }) } }),
    clockNow: (id) => app.ok<TestClock>('getTestClock', ofClock(id)),
    send: (id, to) => app.ok<TestClock>('advanceTestClock', { ...ofClock(id), body: { to } }),
    advance: async (id, to) => {
      await clockBench.send(id, to)
      await bench.drain()
      return clockBench.clockNow(id)
    },
    history: async (customerId) => {
      const rows = async (sql: string) =>
        (await app.pool.query<{ line: string }>(sql, [customerId])).rows.map(({ line }) => line)
      return [
        ...(await rows(`
          SELECT concat_ws(' ', 'ledger', l.created_at, l.type, l.reason, l.amount,
            l.balance_after) AS line
          FROM credit_ledger l JOIN credit_accounts a ON a.bucket = l.bucket AND a.id = l.account_id
          WHERE a.customer_id = $1 ORDER BY l.account_id, l.seq`)),
        ...(await rows(`
          SELECT concat_ws(' ', 'attempt', t.created_at, t.completed_at, t.status, t.trigger_source,
            t.skip_reason, t.balance_at_fire) AS line
          FROM topup_attempts t JOIN credit_accounts a ON a.bucket = t.bucket AND a.id = t.account_id
          WHERE a.customer_id = $1 ORDER BY t.created_at, t.id`)),
        ...(await rows(`
          SELECT concat_ws(' ', 'message', created_at, type) AS line
          FROM outbox_messages WHERE customer_id = $1 ORDER BY created_at, type`)),
      ]
    },
  }
  return clockBench
}
