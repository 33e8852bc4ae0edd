/** `migrated` is the state of a version that a newer one replaced: it is history. */
export type PlanState = 'draft' | 'active' | 'archived' | 'migrated'
export type PlanAction = 'publish' | 'archive'

const transitions: Record<PlanState, Partial<Record<PlanAction, PlanState>>> = {
  draft: { publish: 'active', archive: 'archived' },
  active: { publish: 'active', archive: 'archived' },
  archived: { publish: 'active', archive: 'archived' },
  migrated: {},
}

/** The state after an action, or null when the state does not allow it. */
export const nextPlanState = (state: PlanState, action: PlanAction): PlanState | null =>
  transitions[state][action] ?? null
