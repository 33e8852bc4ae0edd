import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { bucketOf } from '../../kernel/bucket.ts'
import type { Scope } from '../../kernel/scope.ts'
import { emitEvent } from './outbox.ts'
import { withTransaction } from './withTransaction.ts'

const scope: Scope = {
  organizationId: 'org_1',
  environmentId: 'env_1',
  environment: 'sandbox',
  now: new Date('2026-01-15T12:00:00.123Z'),
}

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`
    INSERT INTO organizations VALUES ('org_1', 'Acme', now());
    INSERT INTO environments VALUES
      ('env_1', 'org_1', 'sandbox', 'Acme', NULL, NULL, NULL, 'usd', 'UTC', '', now(), now())`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query('TRUNCATE outbox_messages, outbox_pending'))

const messages = async () =>
  (await owner.query('SELECT * FROM outbox_messages ORDER BY created_at, id')).rows

describe('an event for the merchant', () => {
  it('is committed with the transaction of its cause', async () => {
    const data = { id: 'cus_1', list: [1, 'two'], text: '<img onerror=x>' }
    await withTransaction(database.db, (tx) =>
      emitEvent(tx, scope, { type: 'customer.created', customerId: 'cus_1', data }),
    )
    expect(await messages()).toEqual([
      {
        bucket: bucketOf('env_1', 'cus_1'),
        environment_id: 'env_1',
        id: expect.stringMatching(/^msg_/),
        type: 'customer.created',
        customer_id: 'cus_1',
        payload: data,
        created_at: scope.now,
      },
    ])
    const pending = await owner.query('SELECT * FROM outbox_pending')
    const [{ bucket, environment_id, id }] = await messages()
    expect(pending.rows).toEqual([{ bucket, environment_id, id }])
  })

  it('is rolled back with the transaction of its cause', async () => {
    const failing = withTransaction(database.db, async (tx) => {
      await emitEvent(tx, scope, { type: 'customer.created', customerId: 'cus_1', data: {} })
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await messages()).toEqual([])
    expect((await owner.query('SELECT * FROM outbox_pending')).rows).toEqual([])
  })

  it('may concern no customer, and its data may be a list', async () => {
    await withTransaction(database.db, (tx) =>
      emitEvent(tx, scope, { type: 'onboarding.completed', customerId: null, data: [1, 2] }),
    )
    expect(await messages()).toMatchObject([{ customer_id: null, payload: [1, 2] }])
  })

  it('keeps the order of emission within one instant', async () => {
    await withTransaction(database.db, async (tx) => {
      for (let number = 0; number < 20; number += 1) {
        await emitEvent(tx, scope, { type: 'x', customerId: `c${number}`, data: { number } })
      }
    })
    expect((await messages()).map(({ payload }) => payload.number)).toEqual([
      ...Array.from({ length: 20 }).keys(),
    ])
  })
})
