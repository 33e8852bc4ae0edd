import { taxRateEndpoints } from '@purser/contract'
import { pageRequest } from '../../kernel/page.ts'
import { defineRoutes, read, write } from '../../platform/http/routes.ts'
import { archiveTaxRate } from './archiveTaxRate.ts'
import { createTaxRate } from './createTaxRate.ts'
import { getTaxRate } from './getTaxRate.ts'
import { listTaxRates } from './read/taxRates.ts'
import { updateTaxRate } from './updateTaxRate.ts'

export const taxRateRoutes = defineRoutes('invoicing', taxRateEndpoints, {
  createTaxRate: write((tx, { scope, body }) => createTaxRate(tx, scope, body)),
  listTaxRates: read((tx, { scope, query }) =>
    listTaxRates(tx, scope.environmentId, query, pageRequest(query)),
  ),
  getTaxRate: read((tx, { scope, params }) => getTaxRate(tx, scope, params.id)),
  updateTaxRate: write((tx, { scope, params, body }) => updateTaxRate(tx, scope, params.id, body)),
  archiveTaxRate: write((tx, { scope, params }) => archiveTaxRate(tx, scope, params.id)),
})
