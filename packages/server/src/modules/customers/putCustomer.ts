import type { BodyOf, customerEndpoints, Problem } from '@purser/contract'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import { tellMerchant } from '../../platform/db/outbox.ts'
import { sessionOf } from '../../platform/db/session.ts'
import { getEnvironment } from '../organizations/read.ts'
import { type CustomerTerms, customerTerms } from './core/customerTerms.ts'
import { lockCustomers } from './lockCustomers.ts'
import { type CustomerRecord, findCustomer, renderCustomer } from './read.ts'
import { prepareCustomer, saveCustomer, testClockExists } from './store.ts'

type Input = BodyOf<typeof customerEndpoints.putCustomer>

/** Creates a customer, or changes the fields that are given. */
export async function putCustomer(
  tx: Tx,
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
    taxExempt: false,
    timezone,
    metadata: {},
    testClockId: null,
    createdAt: scope.now,
    updatedAt: scope.now,
  }
  await prepareCustomer(tx, scope, blank)
  await lockCustomers(sessionOf(tx), [{ environmentId: scope.environmentId, customerId: id }])
  const existing = await findCustomer(tx, scope.environmentId, id)
  const terms = customerTerms(existing, input)
  await refuseWrongInput(tx, scope, input, terms)
  const before = existing ?? blank
  const customer: CustomerRecord = {
    ...before,
    ...terms,
    name: input.name === undefined ? before.name : input.name,
    email: input.email === undefined ? before.email : input.email,
    currency: input.currency ?? before.currency,
    country: input.country === undefined ? before.country : input.country,
    taxExempt: input.taxExempt ?? before.taxExempt,
    timezone: input.timezone ?? before.timezone,
    metadata: input.metadata ?? before.metadata,
    testClockId: input.testClockId === undefined ? before.testClockId : input.testClockId,
    updatedAt: scope.now,
  }
  await saveCustomer(tx, scope, customer)
  await tellMerchant(tx, scope, {
    type: existing ? 'customer.updated' : 'customer.created',
    customerId: id,
    data: renderCustomer(customer),
  })
  return customer
}

async function refuseWrongInput(
  tx: Tx,
  scope: Scope,
  input: Input,
  terms: CustomerTerms,
): Promise<void> {
  const problems: Problem[] = []
  const refuse = (path: keyof Input, message: string) => problems.push({ path, message })
  if (input.netDays != null && terms.collectionMethod === 'charge_automatically') {
    refuse('netDays', 'goes with collectionMethod "send_invoice"')
  }
  if (input.testClockId != null) {
    if (scope.environment === 'live') refuse('testClockId', 'test clocks exist in sandbox only')
    else if (!(await testClockExists(tx, scope.environmentId, input.testClockId))) {
      refuse('testClockId', `there is no test clock "${input.testClockId}"`)
    }
  }
  if (problems.length > 0) throw invalidRequest(problems)
}
