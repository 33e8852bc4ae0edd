import type { BodyOf, customerEndpoints, Problem } from '@purser/contract'
import { invalidRequest, PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { emitEvent } from '../../../platform/db/outbox.ts'
import { getEnvironment } from '../../organizations/read.ts'
import { lockCustomerIfExists } from '../lock/lockCustomers.ts'
import type { BilledSubscriptionCheck } from '../ports.ts'
import { findTestClock } from '../testClocks/testClocks.sql.ts'
import {
  type CustomerRecord,
  findCustomer,
  insertPlaceholder,
  renderCustomer,
  saveCustomer,
} from './customers.sql.ts'
import { type CustomerTerms, customerTerms } from './customerTerms.core.ts'

type Input = BodyOf<typeof customerEndpoints.putCustomer>

/** Creates a customer, or changes the given fields. */
export async function putCustomer(
  tx: Tx,
  hasBilledSubscription: BilledSubscriptionCheck,
  scope: Scope,
  id: string,
  input: Input,
): Promise<CustomerRecord> {
  const { defaultCurrency, timezone } = await getEnvironment(tx, scope.environmentId)
  const blank: CustomerRecord = {
    id,
    name: null,
    email: null,
    ...customerTerms(null, {}),
    currency: defaultCurrency,
    country: null,
    region: null,
    address: null,
    taxId: null,
    taxExempt: false,
    timezone,
    metadata: {},
    testClockId: null,
    createdAt: scope.now,
    updatedAt: scope.now,
  }
  await insertPlaceholder(tx, scope, blank)
  await lockCustomerIfExists(tx, scope, id)
  const existing = await findCustomer(tx, scope.environmentId, id)
  const terms = customerTerms(existing, input)
  await requireValidInput(tx, scope, input, terms)
  const before = existing ?? blank
  const { testClockId = before.testClockId } = input
  const isBilled = () => hasBilledSubscription(tx, scope.environmentId, id)
  if (testClockId !== before.testClockId) {
    await refuseClockChange(tx, scope, before, testClockId, isBilled)
  }
  await refuseBillingChange(before, input, isBilled)
  const customer: CustomerRecord = {
    ...before,
    ...terms,
    name: input.name === undefined ? before.name : input.name,
    email: input.email === undefined ? before.email : input.email,
    currency: input.currency ?? before.currency,
    country: input.country === undefined ? before.country : input.country,
    region: input.region === undefined ? before.region : input.region,
    address: input.address === undefined ? before.address : input.address,
    taxId: input.taxId === undefined ? before.taxId : input.taxId,
    taxExempt: input.taxExempt ?? before.taxExempt,
    timezone: input.timezone ?? before.timezone,
    metadata: input.metadata ?? before.metadata,
    testClockId,
    updatedAt: scope.now,
  }
  await saveCustomer(tx, scope, customer)
  await emitEvent(tx, scope, {
    type: existing ? 'customer.updated' : 'customer.created',
    customerId: id,
    data: renderCustomer(customer),
  })
  return customer
}

async function requireValidInput(
  tx: Tx,
  scope: Scope,
  input: Input,
  terms: CustomerTerms,
): Promise<void> {
  const problems: Problem[] = []
  const refuse = (path: keyof Input, message: string) => problems.push({ path, message })
  if (input.netDays != null && terms.collectionMethod === 'charge_automatically') {
    refuse('netDays', 'is allowed only with collectionMethod "send_invoice"')
  }
  if (input.testClockId != null) {
    if (scope.environment === 'live')
      refuse('testClockId', 'test clocks exist only in sandbox environments')
    else if (!(await findTestClock(tx, scope.environmentId, input.testClockId))) {
      refuse('testClockId', `there is no test clock "${input.testClockId}"`)
    }
  }
  if (problems.length > 0) throw invalidRequest(problems)
}

/**
 * Currency and time zone are fixed while a subscription is billed, because its periods and invoices
 * depend on them.
 */
async function refuseBillingChange(
  customer: CustomerRecord,
  { currency = customer.currency, timezone = customer.timezone }: Input,
  isBilled: () => Promise<boolean>,
): Promise<void> {
  if (currency === customer.currency && timezone === customer.timezone) return
  if (!(await isBilled())) return
  throw new PurserError(
    'invalid_state',
    `The customer has a subscription that is billed in ${customer.currency} with time zone ${customer.timezone}. Cancel it before you change the currency or time zone.`,
  )
}

/**
 * A customer cannot change clocks while a subscription is billed, or while one of the two clocks is
 * advancing.
 */
async function refuseClockChange(
  tx: Tx,
  { environmentId }: Scope,
  customer: CustomerRecord,
  to: string | null,
  isBilled: () => Promise<boolean>,
): Promise<void> {
  for (const id of [customer.testClockId, to]) {
    // The shared lock prevents an advance from starting in the middle of this transaction.
    const clock = id === null ? null : await findTestClock(tx, environmentId, id, 'share')
    if (clock?.status === 'advancing') {
      throw new PurserError(
        'invalid_state',
        `The test clock "${clock.id}" is advancing. Move the customer when the clock is ready.`,
      )
    }
  }
  if (await isBilled()) {
    throw new PurserError(
      'invalid_state',
      'The customer has a subscription that is billed in the time of the current test clock. Cancel the subscription before you move the customer to another test clock, or use another customer.',
    )
  }
}
