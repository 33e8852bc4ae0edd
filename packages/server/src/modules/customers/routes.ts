import { customerEndpoints, testClockEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { findCustomer, listCustomers, renderCustomer } from './customer/customers.sql.ts'
import { deleteCustomer } from './customer/deleteCustomer.ts'
import { putCustomer } from './customer/putCustomer.ts'
import type { BilledSubscriptionCheck, DeletionBlocker } from './ports.ts'
import { createTestClock } from './testClocks/createTestClock.ts'
import { requestAdvance } from './testClocks/requestAdvance.ts'
import { requireSandboxForTestClocks } from './testClocks/testClocks.core.ts'
import { findTestClock, listTestClocks, renderTestClock } from './testClocks/testClocks.sql.ts'

interface CustomerPorts {
  readonly hasBilledSubscription: BilledSubscriptionCheck
  readonly deletionBlockers: readonly DeletionBlocker[]
}

export const customerRoutes = ({ hasBilledSubscription, deletionBlockers }: CustomerPorts) =>
  defineRoutes('customers', customerEndpoints, {
    putCustomer: write(async (tx, { scope, params, body }) =>
      renderCustomer(await putCustomer(tx, hasBilledSubscription, scope, params.customerId, body)),
    ),
    getCustomer: read(async (tx, { scope, params }) => {
      const customer = await findCustomer(tx, scope.environmentId, params.customerId)
      if (!customer) throw notFound('customer', params.customerId)
      return renderCustomer(customer)
    }),
    listCustomers: read(async (tx, { scope, query }) => {
      const page = pageRequest(query)
      const customers = await listCustomers(tx, scope.environmentId, query, page)
      return pageOf(customers, page.limit, renderCustomer)
    }),
    deleteCustomer: write(async (tx, { scope, params }) => {
      await deleteCustomer(tx, deletionBlockers, scope, params.customerId)
      return { id: params.customerId, deleted: true as const }
    }),
  })

export const testClockRoutes = defineRoutes('customers', testClockEndpoints, {
  createTestClock: write(async (tx, { scope, body }) =>
    renderTestClock(await createTestClock(tx, scope, body)),
  ),
  listTestClocks: read(async (tx, { scope, query }) => {
    requireSandboxForTestClocks(scope.environment)
    const page = pageRequest(query)
    const clocks = await listTestClocks(tx, scope.environmentId, page)
    return pageOf(clocks, page.limit, renderTestClock)
  }),
  getTestClock: read(async (tx, { scope, params }) => {
    requireSandboxForTestClocks(scope.environment)
    const clock = await findTestClock(tx, scope.environmentId, params.id)
    if (!clock) throw notFound('test clock', params.id)
    return renderTestClock(clock)
  }),
  advanceTestClock: write(async (tx, { scope, params, body }) =>
    renderTestClock(await requestAdvance(tx, scope, params.id, new Date(body.to))),
  ),
})
