import type { InvoicePayment } from '../model/billing.ts'
import type { Operation } from '../model/operation.ts'
import type { Customer } from '../model/state.ts'
import { findBySlug, partOf, type Request, type Setting } from './request.ts'
import type { BillingIntent } from './script.ts'

/** What is asked about what a customer is billed for; null when there is nothing to do it to. */
export function billingRequest(intent: BillingIntent, setting: Setting): Request | null {
  const customer = setting.customers[intent.customer]
  const operations = customer && operationsOf(intent, customer, setting)
  if (!operations) return null
  return {
    intent,
    parts: operations.map((operation) => partOf(customer, operation)),
    events: [],
  }
}

function operationsOf(
  intent: BillingIntent,
  customer: Customer,
  { catalog, mayBeSilent, nextFlow }: Setting,
): Operation[] | null {
  const { billing, subscriptions } = customer
  const chosen = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
  /** Those that run, but sometimes one that has ended. */
  const subscriptionId = (pick: number): string | undefined => {
    const billed = subscriptions.filter(({ contract }) => contract !== null)
    const running = billed.filter(({ contract }) => contract?.canceledAt === null)
    return chosen(running.length > 0 && pick % 8 > 0 ? running : billed, pick)?.id
  }
  const invoiceId = (pick: number): string | undefined => {
    const open = billing.invoices.filter(({ status }) => status === 'open')
    return chosen(open.length > 0 && pick % 8 > 0 ? open : billing.invoices, pick)?.id
  }
  const staged = (begin: (flow: number) => Operation): Operation[] => {
    const flow = nextFlow()
    return [begin(flow), { kind: 'answerFlow', flow, mayBeSilent }]
  }
  switch (intent.kind) {
    case 'subscribe': {
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      const quantities = intent.seats === undefined ? {} : { quantities: { seats: intent.seats } }
      return staged((flow) => ({ kind: 'beginSubscribe', flow, planId, ...quantities }))
    }
    case 'cancelSubscription': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const { when } = intent
      return staged((flow) => ({ kind: 'beginCancel', flow, subscriptionId: id, when }))
    }
    case 'changeSubscription': {
      const id = subscriptionId(intent.pick)
      if (id === undefined) return null
      const { id: planId } = findBySlug(catalog.plans, intent.plan)
      const { when, seats } = intent
      return staged((flow) => ({
        kind: 'beginChange',
        flow,
        subscriptionId: id,
        planId,
        ...(seats !== undefined && { quantities: { seats } }),
        ...(when && { when }),
      }))
    }
    case 'resumeSubscription': {
      const id = subscriptionId(intent.pick)
      return id === undefined ? null : [{ kind: 'resume', subscriptionId: id }]
    }
    case 'payInvoice': {
      const id = invoiceId(intent.pick)
      if (id === undefined) return null
      return staged((flow) => ({ kind: 'beginPayInvoice', flow, invoiceId: id }))
    }
    case 'voidInvoice': {
      const id = invoiceId(intent.pick)
      return id === undefined ? null : [{ kind: 'voidInvoice', invoiceId: id }]
    }
    case 'finishInvoicePayment': {
      const payment = chosen(billing.payments.filter(isOpen), intent.pick)
      if (!payment) return null
      const index = billing.payments.indexOf(payment)
      const became = intent.card === 'success' ? 'paid' : 'failed'
      return [{ kind: 'invoiceAtProvider', index, became }]
    }
  }
}

/** Whether the customer may still have a form or a challenge before it. */
const isOpen = ({ status }: InvoicePayment): boolean =>
  status === 'requires_action' || status === 'pending'
