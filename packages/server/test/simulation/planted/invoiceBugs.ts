import type { PlantedBug } from './plantedBugs.ts'

const scene = 'invoices'

/** Bugs in credit notes, partial payments, previews, checkouts and dunning. */
export const plantedInvoiceBugs: readonly PlantedBug[] = [
  {
    name: 'a credit note ignores earlier ones',
    scene,
    seed: 1,
    patches: [
      {
        file: 'modules/invoicing/creditNotes/createCreditNote.ts',
        find: 'const amountRefunded = invoice.amountRefunded + amount',
        replace: 'const amountRefunded = amount',
      },
    ],
  },
  {
    name: 'an invoice that is fully credited stays open',
    scene,
    seed: 8,
    patches: [
      {
        file: 'modules/invoicing/creditNotes/createCreditNote.ts',
        find: 'await markPaidIfSettled(tx, follower, scope, lowered, at)',
        replace: 'await writeInvoiceState(tx, environmentId, lowered)',
      },
    ],
  },
  {
    name: 'an external payment replaces earlier payments',
    scene,
    seed: 14,
    patches: [
      {
        file: 'modules/invoicing/collect/recordInvoicePayment.ts',
        find: 'amountPaid: invoice.amountPaid + paid',
        replace: 'amountPaid: paid',
      },
    ],
  },
  {
    name: 'a partial payment ends the schedule',
    scene,
    seed: 25,
    patches: [
      {
        file: 'modules/invoicing/collect/settleInvoicePayment.ts',
        find: 'const nextAttemptAt = isOpen ? (invoice.nextAttemptAt ?? payment.resumeAt) : null',
        replace: 'const nextAttemptAt = isOpen ? invoice.nextAttemptAt : null',
      },
    ],
  },
  {
    name: 'a change with a token charges usage that was not previewed',
    scene,
    seed: 2,
    patches: [
      {
        file: 'modules/subscriptions/change/quoteChange.ts',
        find: 'return previewed ? [{ ...each, quantity: parseAmount(previewed.quantity) }] : []',
        replace: 'return [each]',
      },
      {
        file: 'modules/subscriptions/change/changeSubscription.ts',
        find: 'bill.total === preview.total &&',
        replace: '',
      },
    ],
  },
  {
    name: 'a token never expires',
    scene,
    seed: 9,
    patches: [
      {
        file: 'modules/subscriptions/change/changeSubscription.ts',
        find: 'if (now >= previewExpiresAt(preview)) {',
        replace: 'if (now < preview.at) {',
      },
    ],
  },
  {
    name: 'a subscription ends although its invoice becomes uncollectible',
    scene,
    seed: 40,
    patches: [
      {
        file: 'modules/subscriptions/invoices/invoiceFollower.ts',
        find: "if (why === 'dunning_over' && dunningEnd === 'cancel') {",
        replace: "if (why === 'dunning_over' && dunningEnd) {",
      },
    ],
  },
  {
    name: 'a checkout charges the card on file',
    scene,
    seed: 11,
    patches: [
      {
        file: 'modules/checkout/session/createSession.ts',
        find: "forceForm: customer.collectionMethod === 'charge_automatically',",
        replace: 'forceForm: false,',
      },
    ],
  },
  {
    name: 'a preview of a checkout omits refunds',
    scene,
    seed: 18,
    patches: [
      {
        file: 'modules/checkout/preview/previewChangeCheckout.ts',
        find: 'const amount = bill.total',
        replace: 'const amount = quote.lines.charges.reduce((sum, line) => sum + line.amount, 0)',
      },
    ],
  },
]
