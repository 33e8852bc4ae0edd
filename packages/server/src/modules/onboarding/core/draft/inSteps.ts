import type { DraftEntry } from './CatalogDraft.ts'

/** So many at once that it is quick, and so few that one sees a catalog grow. */
const MOST = 12

/** The entries of a draft in the order of creation, in steps of one kind each. */
export function inSteps(entries: readonly DraftEntry[]): DraftEntry[][] {
  const steps: DraftEntry[][] = []
  for (const drafted of entries) {
    const last = steps.at(-1)
    if (last && last.length < MOST && last[0]?.kind === drafted.kind) last.push(drafted)
    else steps.push([drafted])
  }
  return steps
}
