import type { SkipReason } from './decideFire.ts'

export type AttemptStatus = 'pending' | 'succeeded' | 'failed' | 'skipped'
export type Trigger = 'auto' | 'manual' | 'sweeper_replay'

/** How an attempt ended. It ends once: what is told of it later changes nothing. */
export type AttemptEnd =
  | { readonly status: 'succeeded'; readonly grantId: string }
  | {
      readonly status: 'failed'
      readonly errorCode: string
      readonly errorMessage: string
    }
  | { readonly status: 'skipped'; readonly skipReason: SkipReason }

/** Nobody is there to pass a challenge or fill in a form. */
export const isUnattended = (trigger: Trigger): boolean => trigger !== 'manual'
