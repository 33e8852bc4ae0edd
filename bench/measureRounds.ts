import { type CaseName, titleOf } from './cases.ts'
import { type Figures, medianFigures } from './Figures.ts'
import { measureCase } from './measureCase.ts'
import type { Stage } from './openStage.ts'
import { measurePgbench } from './pgbench.ts'
import type { Options } from './readOptions.ts'

const NOISE = 0.1

export type Measured = Partial<Record<CaseName, Figures>>

/**
 * All cases, round after round, every other round backwards: what drifts in the course of a run
 * then weighs on all of them alike.
 */
export async function measureRounds(
  stage: Stage,
  { cases, rounds, warmUpSeconds, seconds }: Options,
): Promise<Measured> {
  const time = { warmUpSeconds, seconds }
  await goOnce(stage, cases)
  const figures = new Map<CaseName, Figures[]>(cases.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? cases : cases.toReversed()) {
      const measured = await (name === 'pgbench'
        ? measurePgbench(stage, time)
        : measureCase(stage, name, time))
      figures.get(name)?.push(measured)
      console.log(describe(name, measured))
    }
  }
  return Object.fromEntries([...figures].map(([name, each]) => [name, medianFigures(each)]))
}

/**
 * Every case once without measuring: the tables have rows to take statistics of, and the servers
 * have compiled what they run.
 */
async function goOnce(stage: Stage, cases: readonly CaseName[]): Promise<void> {
  for (const name of cases) {
    if (name !== 'pgbench') await measureCase(stage, name, { warmUpSeconds: 0, seconds: 1 })
  }
}

/** Others on the machine make the figures of a case worthless, so they are told at once. */
function describe(name: CaseName, { eventsPerSecond, othersShare }: Figures): string {
  const speed = `${titleOf(name).padEnd(30)}${Math.round(eventsPerSecond).toString().padStart(8)}/s`
  if (othersShare < NOISE) return speed
  return `${speed}  (others used ${Math.round(othersShare * 100)} % of the machine)`
}
