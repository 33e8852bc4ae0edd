import type { sandboxFaultEffect, sandboxOperation } from '@purser/contract'

export type Operation = (typeof sandboxOperation.options)[number]
export type Effect = (typeof sandboxFaultEffect.options)[number]

const BEFORE: readonly Effect[] = ['error', 'rate_limit', 'timeout', 'delay']
const AFTER: readonly Effect[] = ['error_after_commit', 'lost_answer']

/** Which effects mean something where: a question has no work to be lost, a webhook no answer. */
export const effectsOf: Readonly<Record<Operation, readonly Effect[]>> = {
  charge: [...BEFORE, ...AFTER, 'webhook_first'],
  refund: [...BEFORE, ...AFTER, 'webhook_first'],
  setup: [...BEFORE, ...AFTER],
  lookup: BEFORE,
  webhook: ['delay', 'duplicate', 'drop', 'reorder'],
}
