import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../harness/freePort.ts'
import { type RunningPurser, repository, startPurser } from '../harness/purserProcess.ts'

/** Runs every snippet of the README in order, in one shell, as a newcomer would paste them. */
let folder: string
let purser: RunningPurser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-readme-'))
  await symlink(join(repository, 'package.json'), join(folder, 'package.json'))
  await symlink(join(repository, 'packages'), join(folder, 'packages'))
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  purser = await startPurser({
    PURSER_DATA_DIR: join(folder, '.purser'),
    PORT: String(await freePort()),
  })
})
afterAll(async () => {
  await purser.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

interface Step {
  script: string
  /** What the README says that the last line of the output holds. */
  expected: unknown
}

function readSteps(readme: string): Step[] {
  const blocks = [...readme.matchAll(/^```(bash|json)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, language, text = ''], index) => {
    if (language !== 'bash') return []
    const next = blocks[index + 1]
    return [{ script: text, expected: next?.[1] === 'json' ? JSON.parse(next[2] ?? '') : null }]
  })
}

async function runAll(steps: Step[]): Promise<string[]> {
  const MARK = '---end of snippet---'
  const script = steps.map((step) => `${step.script}\necho; echo '${MARK}'`).join('\n')
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      PURSER_URL: '',
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((ended) => shell.on('close', ended))
  expect(code, output).toBe(0)
  return output.split(MARK).slice(0, -1)
}

describe('the README', () => {
  it('is true to the letter: every snippet runs and answers what it says', async () => {
    const steps = readSteps(await readFile(join(repository, 'README.md'), 'utf8'))
    expect(steps.length).toBeGreaterThan(10)
    const outputs = await runAll(steps)
    expect(outputs).toHaveLength(steps.length)
    for (const [index, { script, expected }] of steps.entries()) {
      if (expected === null) continue
      // A snippet of two calls is answered by two documents; the README shows the last.
      const answer = outputs[index]?.trim().replaceAll('}{', '}\n{').split('\n').at(-1) ?? ''
      expect(JSON.parse(answer), script).toMatchObject(expected as object)
    }
  })

  it('names only files that are there', async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8')
    for (const [, target = ''] of readme.matchAll(/\]\(([^)]+)\)/g)) {
      await expect(
        readFile(join(repository, target)).catch((error) => error.code),
      ).resolves.not.toBe('ENOENT')
    }
  })
})
