import type { SettlementOutcome } from '@purser/contract/client'
import type { Format } from '../format/useFormat.ts'
import type { Words } from '../words.ts'
import type { UnsettledOutcome } from './UnsettledOutcome.ts'

export type SettledOutcome = Exclude<SettlementOutcome, UnsettledOutcome>

/** What has happened, in a sentence for the customer. */
export function describeOutcome(
  outcome: SettledOutcome,
  words: Words['payments'],
  format: Pick<Format, 'money' | 'date'>,
): string {
  switch (outcome.kind) {
    case 'charged_inline':
      return words.chargedInline(format.money(outcome.amount, outcome.currency))
    case 'invoice_added':
      return words.invoiceAdded(format.money(outcome.lineAmount, outcome.currency))
    case 'created_no_charge':
      return outcome.trialEndsAt === null
        ? words.created
        : words.createdTrial(format.date(outcome.trialEndsAt))
    case 'deferred':
      return words.deferred(format.date(outcome.effectiveAt))
    case 'no_action':
      return words.nothingToDo
  }
}
