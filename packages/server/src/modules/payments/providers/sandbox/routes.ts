import { sandboxEndpoints } from '@purser/contract'
import { notFound, PurserError } from '../../../../kernel/errors.ts'
import { invariant } from '../../../../kernel/invariant.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import {
  defineRoutes,
  type Route,
  read,
  stagedWrite,
  write,
} from '../../../../platform/http/routes.ts'
import { findCustomer } from '../../../customers/read.ts'
import { renderPaymentMethod } from '../../methods/methods.sql.ts'
import { setFaults } from './faults/setFaults.ts'
import { attachTestMethod } from './methods/attachTestMethod.ts'
import {
  findPaymentAtSandbox,
  findPurserPaymentId,
  findSandboxDispute,
  type SandboxDispute,
} from './payments/disputes.sql.ts'
import { findSandboxPayment } from './payments/intents.sql.ts'
import { readBook } from './payments/readBook.ts'
import { closeDispute, openDispute } from './payments/sandboxDisputes.ts'
import { openSandbox, requireSandboxEnvironment, type SandboxOptions } from './sandbox.ts'
import { sandboxId } from './sandboxId.ts'

/** Endpoints for tests. They use the provider's transactions, not the request's. */
export function sandboxRoutes(options: SandboxOptions): Route[] {
  const { db } = options
  const sandboxOf = ({ environmentId }: Scope) => openSandbox(options, environmentId)

  const renderDispute = async ({ environmentId }: Scope, dispute: SandboxDispute) => {
    const { id, intentId, status, reason, amount, createdAt } = dispute
    const payment = await findSandboxPayment(db, environmentId, { id: intentId })
    const paymentId = await findPurserPaymentId(db, environmentId, intentId)
    invariant(payment?.currency && paymentId, 'a dispute belongs to a payment of Purser')
    const { currency } = payment
    return { id, paymentId, status, reason, amount, currency, createdAt: createdAt.toISOString() }
  }

  return defineRoutes('payments', sandboxEndpoints, {
    attachSandboxPaymentMethod: stagedWrite(
      async (tx, { scope, body: { customerId } }) => {
        requireSandboxEnvironment(scope.environment)
        const customer = await findCustomer(tx, scope.environmentId, customerId)
        if (!customer) throw notFound('customer', customerId)
        return { ticket: sandboxId('method') }
      },
      async ({ scope, body }, ticket) => {
        const method = await attachTestMethod(sandboxOf(scope), scope, ticket, body)
        return renderPaymentMethod(method, scope.organizationId)
      },
    ),

    setSandboxFaults: write(async (tx, { scope, body }) => {
      requireSandboxEnvironment(scope.environment)
      return setFaults(tx, scope, body)
    }),

    getSandboxBook: read(async (tx, { scope, query }) => {
      requireSandboxEnvironment(scope.environment)
      return readBook(tx, scope, query)
    }),

    openSandboxDispute: stagedWrite(
      async (tx, { scope, body: { paymentId } }) => {
        requireSandboxEnvironment(scope.environment)
        const payment = await findPaymentAtSandbox(tx, scope.environmentId, paymentId)
        if (!payment) throw notFound('payment', paymentId)
        if (payment.providerPaymentId === null) {
          throw new PurserError('invalid_state', 'Only a payment that succeeded can be disputed.')
        }
        return { ticket: JSON.stringify([sandboxId('dispute'), payment.providerPaymentId]) }
      },
      async ({ scope, body: { reason = 'general' } }, ticket) => {
        const [id, intentId]: [string, string] = JSON.parse(ticket)
        const dispute = await openDispute(sandboxOf(scope), { id, intentId, reason })
        return renderDispute(scope, dispute)
      },
    ),

    closeSandboxDispute: stagedWrite(
      async (tx, { scope, params: { id } }) => {
        requireSandboxEnvironment(scope.environment)
        const dispute = await findSandboxDispute(tx, scope.environmentId, id)
        if (!dispute) throw notFound('dispute', id)
        if (dispute.status !== 'open') {
          throw new PurserError('invalid_state', `This dispute is already ${dispute.status}.`)
        }
        return { ticket: id }
      },
      async ({ scope, body: { outcome } }, id) =>
        renderDispute(scope, await closeDispute(sandboxOf(scope), id, outcome)),
    ),
  })
}
