import { createHash } from 'node:crypto'
import {
  type Amount,
  formatAmount,
  isZero,
  minAmount,
  parseAmount,
  subtract,
} from '../../packages/server/src/kernel/amount.ts'
import { bucketOf } from '../../packages/server/src/kernel/bucket.ts'
import { systemClock } from '../../packages/server/src/kernel/clock.ts'
import { newIdInBucket } from '../../packages/server/src/kernel/ids.ts'
import type { Client, Pool } from '../database.ts'
import { callEffects, EVENT, type Merchant, monthOf } from '../seed/seedMerchant.ts'
import * as statements from './statements.ts'

export interface NaiveEvent {
  customerId: string
  eventName: string
  idempotencyKey: string
  quantity?: number
}

interface Account {
  id: string
  balance: string
  last_seq: number
}

/**
 * Records one event in the usual way: one transaction, one statement after the other. Writes the
 * same rows as Purser's track.
 */
export async function trackNaively(pool: Pool, merchant: Merchant, event: NaiveEvent) {
  if (event.eventName !== EVENT)
    throw new Error(`There is no metric for the event "${event.eventName}".`)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await track(client, merchant, event)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

async function track(client: Client, merchant: Merchant, event: NaiveEvent) {
  const { environmentId, featureId, creditCurrencyId } = merchant
  const { customerId, eventName, idempotencyKey } = event
  const bucket = bucketOf(environmentId, customerId)
  const customer = [bucket, environmentId, customerId]
  const cost = parseAmount(event.quantity ?? 1)

  const customers = await client.query({ ...statements.findCustomer, values: customer })
  if (customers.rowCount === 0) throw new Error(`There is no customer "${customerId}".`)
  const duplicates = await client.query({
    ...statements.findDuplicate,
    values: [...customer, idempotencyKey],
  })
  if (duplicates.rowCount !== 0)
    throw new Error(`The idempotency key "${idempotencyKey}" was used before.`)
  const accounts = await client.query<Account>({
    ...statements.lockAccount,
    values: [...customer, creditCurrencyId],
  })
  const account = accounts.rows[0]
  if (!account) throw new Error(`The customer "${customerId}" has no wallet.`)
  // The time is read under the lock, so that the times in a ledger never decrease.
  const now = systemClock.now()

  const eventId = newIdInBucket('usageEvent', bucket)
  const debit = { bucket, environmentId, featureId, eventId, account, cost, now }
  const { balance, lastSeq } = await debitGrants(client, debit)
  const spent = formatAmount(cost)
  const month = monthOf(now)
  await client.query({
    ...statements.updateAccount,
    values: [bucket, environmentId, account.id, balance, lastSeq, now, dayOf(now), spent],
  })
  await client.query({
    ...statements.insertEvent,
    values: [
      now,
      account.last_seq + 1,
      lastSeq,
      bucket,
      environmentId,
      eventId,
      customerId,
      eventName,
      spent,
      idempotencyKey,
      featureId,
      creditCurrencyId,
      account.id,
      balance,
      callEffects(merchant, spent, now),
    ],
  })
  const requestHash = createHash('sha256').update(JSON.stringify(event)).digest()
  await client.query({
    ...statements.insertEventKey,
    values: [...customer, idempotencyKey, eventId, requestHash],
  })
  await client.query({
    ...statements.countUsage,
    values: [...customer, merchant.metricId, month.start, month.end, spent],
  })
  await client.query({
    ...statements.addToDay,
    values: [...customer, dayOf(now), eventName, spent],
  })
  return {
    eventId,
    status: 'accepted',
    flow: 'credit',
    creditCurrencyId,
    creditsDeducted: spent,
    creditBalance: balance,
  }
}

interface Debit {
  bucket: number
  environmentId: string
  featureId: string
  eventId: string
  account: Account
  cost: Amount
  now: Date
}

async function debitGrants(
  client: Client,
  { bucket, environmentId, featureId, eventId, account, cost, now }: Debit,
): Promise<{ balance: string; lastSeq: number }> {
  const grants = await client.query<{ id: string; remaining: string }>({
    ...statements.listGrants,
    values: [bucket, account.id],
  })
  let due = cost
  let balance = parseAmount(account.balance)
  let lastSeq = account.last_seq
  for (const grant of grants.rows) {
    if (isZero(due)) break
    const part = minAmount(due, parseAmount(grant.remaining))
    const before = balance
    due = subtract(due, part)
    balance = subtract(balance, part)
    lastSeq += 1
    await client.query({
      ...statements.spendGrant,
      values: [bucket, environmentId, grant.id, formatAmount(part), now],
    })
    await client.query({
      ...statements.insertLedgerRow,
      values: [
        lastSeq,
        now,
        bucket,
        environmentId,
        account.id,
        formatAmount(part),
        formatAmount(before),
        formatAmount(balance),
        grant.id,
        featureId,
        eventId,
      ],
    })
  }
  if (!isZero(due)) throw new Error('The customer does not have enough credits.')
  return { balance: formatAmount(balance), lastSeq }
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
