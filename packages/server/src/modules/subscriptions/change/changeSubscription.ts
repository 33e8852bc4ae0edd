import type { SettlementOutcome } from '@purser/contract'
import { PurserError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Bill } from '../../invoicing/core.ts'
import type { Billing } from '../../invoicing/index.ts'
import { type LoadedSubscription, lockSubscription } from '../subscription/lockSubscription.ts'
import { emitSubscriptionEvent, saveSubscription } from '../subscription/saveSubscription.ts'
import { sameSeats } from '../subscription/seats.core.ts'
import { applyChange } from './applyChange.ts'
import { decodePreviewToken, type Preview, previewExpiresAt } from './previewToken.ts'
import {
  type ChangeInput,
  type ChangeQuote,
  prepareChangeBill,
  quoteChange,
} from './quoteChange.ts'
import { type ChangeResult, settleChange } from './settleChange.ts'

export interface ChangeRequest extends ChangeInput {
  readonly subscriptionId: string
  readonly previewToken?: string | undefined
  /** Makes the customer pay in a form even if a payment method is on file. */
  readonly forceForm?: boolean
}

/**
 * Changes the plan or the seats. If an amount is due by card, this writes only the invoice and its
 * payment. The change takes effect once the invoice is paid.
 */
export async function changeSubscription(
  tx: Tx,
  billing: Billing,
  encryptionKey: Uint8Array,
  scope: Scope,
  { subscriptionId, previewToken, forceForm, ...input }: ChangeRequest,
): Promise<ChangeResult> {
  const locked = await lockSubscription(tx, scope, subscriptionId)
  const preview =
    previewToken === undefined ? null : openPreview(previewToken, encryptionKey, locked)
  const quote = await quoteChange(tx, scope, locked, input, preview ?? {})
  if (preview) {
    const bill = await prepareChangeBill(tx, billing, scope, quote)
    if (!matchesPreview(quote, bill, preview)) throw previewMismatch()
  }
  if (quote.isNothing) return { answer: await clearPendingChange(tx, scope, locked) }
  if (quote.timing === 'period_end') return { answer: await deferChange(tx, scope, locked, quote) }
  return changeNow(tx, billing, scope, locked, quote, forceForm)
}

/**
 * Decodes a preview token. Throws if the preview has expired or the subscription has changed since.
 */
function openPreview(
  token: string,
  encryptionKey: Uint8Array,
  { subscription, now }: LoadedSubscription,
): Preview {
  const preview = decodePreviewToken(token, encryptionKey)
  if (preview?.subscriptionId !== subscription.id) throw previewMismatch()
  if (now >= previewExpiresAt(preview)) {
    throw new PurserError(
      'preview_expired',
      'The preview is older than 15 minutes: preview the change again.',
    )
  }
  if (preview.revision !== subscription.revision) throw previewMismatch()
  return preview
}

const matchesPreview = ({ to, timing }: ChangeQuote, bill: Bill, preview: Preview): boolean =>
  to.planId === preview.planId &&
  to.plan.version === preview.planVersion &&
  timing === preview.timing &&
  bill.total === preview.total &&
  sameSeats(to.quantities, preview.quantities)

const previewMismatch = (): PurserError =>
  new PurserError(
    'preview_mismatch',
    'The preview is for another request or is outdated: preview the change again.',
  )

/** Handles a request for the current plan and seats. This withdraws a pending change. */
async function clearPendingChange(
  tx: Tx,
  scope: Scope,
  { subscription, now }: LoadedSubscription,
): Promise<SettlementOutcome> {
  const outcome = { kind: 'no_action', subscriptionId: subscription.id, invoiceId: null } as const
  if (subscription.pendingChange === null) {
    return { ...outcome, reason: 'The subscription already has this plan and these seats.' }
  }
  const saved = await saveSubscription(tx, scope, { ...subscription, pendingChange: null }, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return { ...outcome, reason: 'The scheduled change was canceled.' }
}

async function deferChange(
  tx: Tx,
  scope: Scope,
  { subscription, now }: LoadedSubscription,
  { to, effectiveAt }: ChangeQuote,
): Promise<SettlementOutcome> {
  const { planId, quantities } = to
  const pendingChange = { planId, planVersion: to.plan.version, quantities }
  const saved = await saveSubscription(tx, scope, { ...subscription, pendingChange }, now)
  await emitSubscriptionEvent(tx, scope, 'updated', saved)
  return {
    kind: 'deferred',
    subscriptionId: subscription.id,
    effectiveAt: effectiveAt.toISOString(),
  }
}

async function changeNow(
  tx: Tx,
  billing: Billing,
  scope: Scope,
  locked: LoadedSubscription,
  { request, terms, period }: ChangeQuote,
  forceForm: boolean | undefined,
): Promise<ChangeResult> {
  const apply = () => applyChange(tx, scope, locked, terms)
  return settleChange(tx, billing, scope, locked, {
    kind: 'plan',
    terms,
    request: request && { ...request, periodStart: new Date(terms.at), periodEnd: period.end },
    forceForm,
    apply,
  })
}
