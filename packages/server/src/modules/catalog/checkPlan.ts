import type { Problem } from '@purser/contract'
import type { Scope } from '../../kernel/scope.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PlanInput, PlanReferences } from './core/planReferences.ts'
import { NO_TERMS, type PlanTerms } from './core/planTerms.ts'
import { validatePlan } from './core/validatePlan.ts'
import { readPlanReferences, type Standing } from './read/planReferences.ts'

interface CheckedPlan {
  references: PlanReferences
  /** All that is wrong; the terms mean nothing unless it is empty. */
  problems: Problem[]
  terms: PlanTerms
}

/** Looks up what a plan is to refer to and checks it whole. */
export async function checkPlan(
  tx: Tx,
  { environmentId }: Scope,
  input: PlanInput,
  standing: Standing | null = null,
): Promise<CheckedPlan> {
  const references = await readPlanReferences(tx, environmentId, input, standing)
  const result = validatePlan(input, references, standing?.terms)
  return { references, problems: [], terms: NO_TERMS, ...result }
}
