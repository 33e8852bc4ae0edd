import type { sandboxFaultEffect, sandboxOperation } from '@purser/contract'

export type SandboxOperation = (typeof sandboxOperation.options)[number]
export type FaultEffect = (typeof sandboxFaultEffect.options)[number]

const BEFORE: readonly FaultEffect[] = ['error', 'rate_limit', 'timeout', 'delay']
const AFTER: readonly FaultEffect[] = ['error_after_commit', 'lost_answer']

/**
 * The effects that make sense for each operation. A lookup does nothing that could be lost, and a
 * webhook has no answer to lose.
 */
export const effectsOf: Readonly<Record<SandboxOperation, readonly FaultEffect[]>> = {
  charge: [...BEFORE, ...AFTER, 'webhook_first'],
  refund: [...BEFORE, ...AFTER, 'webhook_first'],
  setup: [...BEFORE, ...AFTER],
  lookup: BEFORE,
  webhook: ['delay', 'duplicate', 'drop', 'reorder'],
}
