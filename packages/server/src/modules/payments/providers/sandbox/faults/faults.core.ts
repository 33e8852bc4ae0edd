import type { sandboxFaultEffect, sandboxOperation } from '@purser/contract'

export type Operation = (typeof sandboxOperation.options)[number]
export type Effect = (typeof sandboxFaultEffect.options)[number]

const BEFORE: readonly Effect[] = ['error', 'rate_limit', 'timeout', 'delay']
const AFTER: readonly Effect[] = ['error_after_commit', 'lost_answer']

/**
 * The effects that make sense for each operation. A lookup does nothing that could be lost, and a
 * webhook has no answer to lose.
 */
export const effectsOf: Readonly<Record<Operation, readonly Effect[]>> = {
  charge: [...BEFORE, ...AFTER, 'webhook_first'],
  refund: [...BEFORE, ...AFTER, 'webhook_first'],
  setup: [...BEFORE, ...AFTER],
  lookup: BEFORE,
  webhook: ['delay', 'duplicate', 'drop', 'reorder'],
}
