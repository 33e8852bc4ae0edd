import { formatAmount } from '../../../src/kernel/amount.ts'
import type { Customer, Subscription } from '../../model/state.ts'
import type { Invoice, InvoicePayment } from '../../model/subscriptions/billing.ts'
import { sumOf } from '../../model/subscriptions/renderBilling.ts'
import { nextStep } from '../../model/subscriptions/renewals.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** The expected result of `observeBilling`, according to the model. */
export const projectBilling = ({ subscriptions, billing }: Customer) => ({
  subscriptions: subscriptions.flatMap(projectSubscription),
  invoices: billing.invoices.map(projectInvoice),
  payments: billing.payments.map(projectPayment),
  pending: billing.pending.map(({ amount, type, subscriptionId, createdAt, invoiceId }) => ({
    amount,
    type: type as string,
    subscriptionId,
    createdAt: createdAt.toISOString(),
    invoiceId,
  })),
  creditNotes: billing.creditNotes.map(({ createdAt, ...note }) => ({
    ...note,
    createdAt: createdAt.toISOString(),
  })),
  sessions: billing.sessions.map(
    ({ requestText: _, status, purpose, createdAt, expiresAt, completedAt, ...session }) => ({
      ...session,
      purpose: purpose as string,
      status: status as string,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      completedAt: instant(completedAt),
    }),
  ),
  disputes: billing.reportedDisputes.flatMap((disputeId) =>
    billing.disputes
      .filter(({ id }) => id === disputeId)
      .map(({ id, paymentId, amount, status }) => ({
        id,
        paymentId,
        amount,
        status: String(status),
        hasFrozen: false,
      })),
  ),
  redeemed: Object.fromEntries([...billing.redeemed].filter(([, times]) => times > 0)),
  messages: billing.messages.map(({ type }) => type),
})

function projectSubscription(subscription: Subscription) {
  const { id, planVersion, contract, invoicedThrough } = subscription
  if (!contract) return []
  const { pendingChange } = contract
  return [
    {
      id,
      parentId: contract.parentId,
      planVersion,
      status: contract.status as string,
      quantities: contract.quantities,
      periodStart: instant(contract.periodStart),
      periodEnd: instant(contract.periodEnd),
      invoicedThrough: instant(invoicedThrough),
      trialEndsAt: instant(contract.trialEndsAt),
      incompleteUntil: instant(contract.incompleteUntil),
      cancelAt: instant(contract.cancelAt),
      canceledAt: instant(contract.canceledAt),
      pausedAt: instant(contract.pausedAt),
      pendingPlanId: pendingChange?.planId ?? null,
      pendingPlanVersion: pendingChange?.planVersion ?? null,
      pendingQuantities: pendingChange?.quantities ?? null,
      couponId: contract.discount?.coupon.id ?? null,
      discountPeriodsLeft: contract.discount?.periodsLeft ?? null,
      nextDripAt: instant(contract.nextDripAt),
      dueAt: instant(nextStep(subscription)?.at ?? null),
      isWaiting: contract.waiting !== null,
    },
  ]
}

const projectInvoice = (invoice: Invoice) => ({
  id: invoice.id,
  subscriptionId: invoice.subscriptionId,
  reason: invoice.reason as string,
  status: invoice.status as string,
  collectionMethod: invoice.collectionMethod as string,
  subtotal: sumOf(invoice, 'subtotal'),
  discount: sumOf(invoice, 'discount'),
  tax: sumOf(invoice, 'tax'),
  creditsApplied: invoice.creditsApplied,
  total: invoice.total,
  amountDue: invoice.amountDue,
  amountPaid: invoice.amountPaid,
  amountRefunded: invoice.amountRefunded,
  cycleStart: instant(invoice.cycleStart),
  periodStart: instant(invoice.periodStart),
  periodEnd: instant(invoice.periodEnd),
  issuedAt: instant(invoice.issuedAt),
  dueAt: instant(invoice.dueAt),
  paidAt: instant(invoice.paidAt),
  nextAttemptAt: instant(invoice.nextAttemptAt),
  firstFailedAt: instant(invoice.firstFailedAt),
  attemptCount: invoice.attemptCount,
  lines: invoice.lines.map((line) => ({
    type: line.type as string,
    subscriptionId: line.subscriptionId,
    chargeId: line.chargeId,
    quantity: formatAmount(line.quantity),
    subtotal: line.subtotal,
    discount: line.discount,
    tax: line.tax,
    total: line.total,
    periodStart: instant(line.periodStart),
    periodEnd: instant(line.periodEnd),
  })),
})

const projectPayment = (payment: InvoicePayment) => ({
  id: payment.id,
  attemptId: payment.attemptId,
  invoiceId: payment.invoiceId,
  amount: payment.amount,
  flow: payment.flow as string,
  isExternal: payment.isExternal,
  isUnattended: payment.isUnattended,
  methodId: payment.methodId,
  status: payment.status,
  errorCode: payment.errorCode,
  refunded: payment.refunded,
  completedAt: instant(payment.completedAt),
})

export type BillingPicture = ReturnType<typeof projectBilling>
