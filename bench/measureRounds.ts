import { type CaseName, titleOf } from './cases.ts'
import { type Figures, measureCase, medianFigures } from './measureCase.ts'
import { measurePgbench } from './pgbench.ts'
import type { Options } from './readOptions.ts'
import type { Testbed } from './testbed.ts'

const NOISE = 0.1

export type FiguresByCase = Partial<Record<CaseName, Figures>>

/**
 * Measures all cases on all testbeds, round after round. Every other round runs backwards, so that
 * drift during a run affects all cases equally. Each case runs on all testbeds before the next case
 * starts, so that testbeds can be compared even if the machine's speed changes by the minute.
 */
export async function measureRounds(
  testbeds: readonly Testbed[],
  { cases, rounds, warmUpSeconds, seconds }: Options,
): Promise<FiguresByCase[]> {
  const time = { warmUpSeconds, seconds }
  const figures = testbeds.map(() => new Map<CaseName, Figures[]>(cases.map((name) => [name, []])))
  for (const testbed of testbeds) await goOnce(testbed, cases)
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = <Item>(items: readonly Item[]) => (round % 2 === 0 ? items : items.toReversed())
    for (const name of inTurn(cases)) {
      for (const [at, testbed] of inTurn([...testbeds.entries()])) {
        const measured = await (name === 'pgbench'
          ? measurePgbench(testbed, time)
          : measureCase(testbed, name, time))
        figures[at]?.get(name)?.push(measured)
        console.log(`${at === 0 ? '' : 'preloaded: '}${describe(name, measured)}`)
      }
    }
  }
  return figures.map((each) =>
    Object.fromEntries([...each].map(([name, all]) => [name, medianFigures(all)])),
  )
}

/**
 * Runs every case once without measuring, so that the tables have rows to analyze and the servers
 * have compiled their code.
 */
async function goOnce(testbed: Testbed, cases: readonly CaseName[]): Promise<void> {
  for (const name of cases) {
    if (name !== 'pgbench') await measureCase(testbed, name, { warmUpSeconds: 0, seconds: 1 })
  }
}

/** Includes the load of other processes, which can make the figures of a case worthless. */
function describe(name: CaseName, { eventsPerSecond, othersShare }: Figures): string {
  const speed = `${titleOf(name).padEnd(30)}${Math.round(eventsPerSecond).toString().padStart(8)}/s`
  if (othersShare < NOISE) return speed
  return `${speed}  (others used ${Math.round(othersShare * 100)}% of the machine)`
}
