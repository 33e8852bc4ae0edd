import { topUpEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import type { Database } from '../../platform/db/database.ts'
import { customerOf } from '../../platform/http/principal.ts'
import { defineRoutes, type Route, read, stagedWrite, write } from '../../platform/http/routes.ts'
import { findCreditCurrency } from '../catalog/read.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { renderAttempt } from './attempts/attempt.core.ts'
import { listAttempts } from './attempts/attempts.sql.ts'
import { getAutoTopUp } from './auto/getAutoTopUp.ts'
import { disableAutoTopUp, setAutoTopUp } from './auto/setAutoTopUp.ts'
import { buyCreditPackage } from './manual/buyCreditPackage.ts'
import { resumeTopUp } from './manual/resumeTopUp.ts'
import { topUp } from './manual/topUp.ts'

export const topUpRoutes = (db: Database, providers: PaymentProviders): Route[] =>
  defineRoutes('topups', topUpEndpoints, {
    topUp: stagedWrite(
      (tx, { scope, principal, body }) =>
        topUp(tx, providers, scope, {
          ...body,
          customerId: customerOf(principal, body.customerId),
        }),
      ({ scope }, attemptId) => resumeTopUp(db, providers, scope, attemptId),
    ),
    buyCreditPackage: stagedWrite(
      (tx, { scope, principal, params, body }) =>
        buyCreditPackage(tx, providers, scope, {
          customerId: customerOf(principal, body.customerId),
          creditPackageId: params.id,
          forceForm: body.forceForm,
        }),
      ({ scope }, attemptId) => resumeTopUp(db, providers, scope, attemptId),
    ),
    listTopUpAttempts: read(async (tx, { scope, principal, query }) => {
      const { environmentId } = scope
      const { currencyId, status, triggerSource: trigger } = query
      const currency = currencyId && (await findCreditCurrency(tx, environmentId, currencyId))
      if (currencyId && !currency) throw notFound('credit currency', currencyId)
      const filter = {
        customerId: customerOf(principal, query.customerId),
        creditCurrencyId: currency ? currency.id : undefined,
        status,
        trigger,
      }
      const page = pageRequest(query)
      return pageOf(await listAttempts(tx, environmentId, filter, page), page.limit, renderAttempt)
    }),
    getAutoTopUp: read((tx, { scope, params }) => getAutoTopUp(tx, scope, params)),
    setAutoTopUp: write((tx, { scope, params, body }) => setAutoTopUp(tx, scope, params, body)),
    disableAutoTopUp: write((tx, { scope, params }) => disableAutoTopUp(tx, scope, params)),
  })
