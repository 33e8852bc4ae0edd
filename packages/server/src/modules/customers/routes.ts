import { customerEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { deleteCustomer } from './deleteCustomer.ts'
import { putCustomer } from './putCustomer.ts'
import { findCustomer, listCustomers, renderCustomer } from './read.ts'

export const customerRoutes = defineRoutes('customers', customerEndpoints, {
  putCustomer: write(async (tx, { scope, params, body }) =>
    renderCustomer(await putCustomer(tx, scope, params.customerId, body)),
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
    await deleteCustomer(tx, scope, params.customerId)
    return { id: params.customerId, deleted: true as const }
  }),
})
