import { paymentEndpoints, paymentProviderEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { pageOf, pageRequest } from '../../kernel/page.ts'
import type { Database } from '../../platform/db/database.ts'
import { customerOf, ownerOf } from '../../platform/http/principal.ts'
import { defineRoutes, type Route, read, stagedWrite, write } from '../../platform/http/routes.ts'
import { findCustomer } from '../customers/read.ts'
import { detachPaymentMethod } from './methods/detachPaymentMethod.ts'
import { getPaymentMethodDependencies } from './methods/getPaymentMethodDependencies.ts'
import { listPaymentMethods, renderPaymentMethod } from './methods/methods.sql.ts'
import { replacePaymentMethod } from './methods/replacePaymentMethod.ts'
import { setDefaultPaymentMethod } from './methods/setDefaultPaymentMethod.ts'
import { prepareSetup, setupPaymentMethod } from './methods/setupPaymentMethod.ts'
import { findPayment, listPayments, renderPayment } from './payment/payment.sql.ts'
import type { PaymentProviders } from './providers/paymentProviders.ts'
import {
  getPaymentProvider,
  type ProviderSettings,
  setPaymentProvider,
} from './providers/setPaymentProvider.ts'
import { refundPayment } from './refunds/refundPayment.ts'
import { renderRefund } from './refunds/refunds.sql.ts'
import { sendRefund } from './refunds/sendRefund.ts'

interface Dependencies {
  db: Database
  providers: PaymentProviders
}

export const paymentRoutes = (dependencies: Dependencies & ProviderSettings): Route[] => [
  ...moneyRoutes(dependencies),
  ...settingRoutes(dependencies),
]

const settingRoutes = (settings: ProviderSettings): Route[] =>
  defineRoutes('payments', paymentProviderEndpoints, {
    getPaymentProvider: read((tx, { scope }) => getPaymentProvider(tx, scope, settings)),
    setPaymentProvider: write((tx, { scope, body }) =>
      setPaymentProvider(tx, scope, body, settings),
    ),
  })

const moneyRoutes = ({ db, providers }: Dependencies): Route[] =>
  defineRoutes('payments', paymentEndpoints, {
    listPaymentMethods: read(async (tx, { scope, principal, query }) => {
      const customerId = customerOf(principal, query.customerId)
      if (!(await findCustomer(tx, scope.environmentId, customerId))) {
        throw notFound('customer', customerId)
      }
      const page = pageRequest(query)
      const methods = await listPaymentMethods(tx, scope.environmentId, customerId, page)
      return pageOf(methods, page.limit, (each) => renderPaymentMethod(each, scope.organizationId))
    }),
    setDefaultPaymentMethod: write(async (tx, { scope, principal, params, body }) => {
      const customerId = customerOf(principal, body.customerId, 'customerId')
      const method = await setDefaultPaymentMethod(tx, scope, customerId, params.id)
      return renderPaymentMethod(method, scope.organizationId)
    }),
    detachPaymentMethod: write(async (tx, { scope, principal, params, query }) => {
      const customerId = customerOf(principal, query.customerId)
      const method = await detachPaymentMethod(tx, scope, customerId, params.id)
      return renderPaymentMethod(method, scope.organizationId)
    }),
    getPaymentMethodDependencies: read((tx, { scope, principal, params, query }) =>
      getPaymentMethodDependencies(tx, scope, customerOf(principal, query.customerId), params.id),
    ),
    setupPaymentMethod: stagedWrite(
      async (tx, { scope, principal, body }) => ({
        ticket: await prepareSetup(
          tx,
          scope,
          customerOf(principal, body.customerId, 'customerId'),
          body,
        ),
      }),
      ({ scope, principal, body }, setupId) => {
        const customerId = customerOf(principal, body.customerId, 'customerId')
        return setupPaymentMethod({ db, providers }, scope, customerId, { ...body, setupId })
      },
    ),
    replacePaymentMethod: write((tx, { scope, principal, body }) =>
      replacePaymentMethod(tx, scope, customerOf(principal, body.customerId, 'customerId'), body),
    ),
    listPayments: read(async (tx, { scope, principal, query }) => {
      const customerId = ownerOf(principal) ?? query.customerId
      const filter = { customerId, status: query.status }
      const page = pageRequest(query)
      const payments = await listPayments(tx, scope.environmentId, filter, page)
      return pageOf(payments, page.limit, renderPayment)
    }),
    getPayment: read(async (tx, { scope, params }) => {
      const payment = await findPayment(tx, scope.environmentId, params.id)
      if (!payment) throw notFound('payment', params.id)
      return renderPayment(payment)
    }),
    refundPayment: stagedWrite(
      async (tx, { scope, params, body }) => {
        const { id } = await refundPayment(tx, scope, { paymentId: params.id, ...body })
        return { ticket: id }
      },
      async ({ scope }, refundId) => {
        const { refund, payment } = await sendRefund(db, providers, scope, refundId)
        return renderRefund(refund, payment)
      },
    ),
  })
