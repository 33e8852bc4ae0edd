import type { Plan } from '@purser/contract'
import type { Metric } from './catalogObjects.ts'
import type { EntitlementTerms } from './entitlementTerms.ts'
import type { Seats } from './seats.ts'

/** What a version of a plan gives its subscribers, and what of their usage it prices. */
export interface PlanRight {
  readonly interval: Plan['interval']
  readonly intervalCount: number
  /** By the feature's id. */
  readonly entitlements: ReadonlyMap<string, EntitlementTerms>
  readonly usageCharges: readonly UsageCharge[]
  readonly seats: readonly Seats[]
}

export interface UsageCharge {
  readonly id: string
  readonly metricId: string
  readonly filters: Metric['filter']
}
