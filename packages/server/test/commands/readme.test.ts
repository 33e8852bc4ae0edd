import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningPurser, repository, startPurser } from '../harness/process/purserProcess.ts'
import { createSeededInstallation } from '../harness/process/seededInstallation.ts'

let folder: string
let purser: RunningPurser
let installation: Awaited<ReturnType<typeof createSeededInstallation>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-readme-'))
  await symlink(join(repository, 'package.json'), join(folder, 'package.json'))
  await symlink(join(repository, 'packages'), join(folder, 'packages'))
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  installation = await createSeededInstallation()
  await symlink(installation.settings.PURSER_DATA_DIR, join(folder, '.purser'))
  purser = await startPurser(installation.settings)
})
afterAll(async () => {
  await purser.end('SIGTERM')
  await installation.remove()
  await rm(folder, { recursive: true, force: true })
})

interface Step {
  script: string
  /** The response that the page shows. The last line of the output must contain it. */
  expected: unknown
}

function readSteps(page: string): Step[] {
  const blocks = [...page.matchAll(/^```(bash|json)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, language, text = ''], index) => {
    if (language !== 'bash') return []
    const next = blocks[index + 1]
    return [{ script: text, expected: next?.[1] === 'json' ? JSON.parse(next[2] ?? '') : null }]
  })
}

/** Runs every snippet in order, in one shell, as a newcomer would paste them. */
async function runInShell(steps: Step[]): Promise<string[]> {
  const MARK = '---end of snippet---'
  const script = steps.map((step) => `${step.script}\necho; echo '${MARK}'`).join('\n')
  const output = await run('bash', ['-e', '-o', 'pipefail', '-c', script], { PURSER_URL: '' })
  return output.split(MARK).slice(0, -1)
}

/** Returns the output of a command that must succeed. */
async function run(command: string, args: string[], extra: NodeJS.ProcessEnv): Promise<string> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, PATH, ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((ended) => child.on('close', ended))
  expect(code, output).toBe(0)
  return output
}

describe('the README', () => {
  it('shows TypeScript that runs and prints the fields in its comment', async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8')
    const snippet = /^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? ''
    const promised = /\/\/ (.*)$/m.exec(snippet)?.[1] ?? ''
    await writeFile(join(folder, 'snippet.ts'), snippet)
    const { baseUrl, secretKey } = purser.credentials
    const output = await run(process.execPath, ['snippet.ts'], {
      PURSER_URL: baseUrl,
      PURSER_API_KEY: secretKey,
    })
    expect(promised).not.toBe('')
    for (const field of promised.split(', ')) expect(output).toContain(field)
  })
})

describe('the tour with curl', () => {
  it('runs as written, and every response matches the one on the page', async () => {
    const steps = readSteps(await readFile(join(repository, 'docs/start/http.md'), 'utf8'))
    expect(steps.length).toBeGreaterThan(10)
    const outputs = await runInShell(steps)
    expect(outputs).toHaveLength(steps.length)
    for (const [index, { script, expected }] of steps.entries()) {
      if (expected === null) continue
      // A snippet with two calls prints two documents. The page shows the last one.
      const answer = outputs[index]?.trim().replaceAll('}{', '}\n{').split('\n').at(-1) ?? ''
      expect(JSON.parse(answer), script).toMatchObject(expected as object)
    }
  })
})
