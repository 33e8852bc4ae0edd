import type { SettlementOutcome } from '@purser/contract/client'

/** Something is left to do or to wait for. */
export type UnsettledOutcome = Extract<SettlementOutcome, { kind: 'requires_form' | 'processing' }>
