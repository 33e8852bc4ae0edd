import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/testApp.ts'
import { runCatalog } from './catalog.ts'

let app: TestApp
let directory: string
let file: string
beforeEach(async () => {
  app = await startTestApp()
  directory = await mkdtemp(join(tmpdir(), 'purser-catalog-'))
  file = join(directory, 'catalog.yaml')
})
afterEach(async () => {
  await app.stop()
  await rm(directory, { recursive: true })
})

interface Run {
  key?: string
  url?: string
  answer?: boolean
}

const run = async (
  args: string[],
  { key = app.sandbox.keys.full, url = app.url, answer }: Run = {},
) => {
  const lines: string[] = []
  const questions: string[] = []
  const code = await runCatalog(args, {
    baseUrl: url,
    apiKey: key,
    write: (line) => lines.push(line),
    confirm: async (question) => {
      questions.push(question)
      return answer ?? false
    },
  })
  return { code, lines, questions }
}

const catalog = `
metrics:
  calls: { name: Calls, eventName: api.call, aggregation: count }
features:
  api-calls: { name: API calls, type: metered, metricId: calls, displayOrder: 1 }
coupons:
  OLD: { percentOff: 10, duration: once }
`

describe('purser catalog', () => {
  it('pushes a file, pulls it and pushes it to another environment, which then returns the same bytes', async () => {
    await writeFile(file, catalog)
    expect(await run(['diff', file])).toEqual({
      code: 2,
      lines: ['+ metric calls', '+ feature api-calls', '+ coupon OLD'],
      questions: [],
    })
    expect((await run(['push', file])).lines.at(-1)).toBe('Applied 3 changes.')
    expect(await run(['diff', file])).toMatchObject({ code: 0, lines: ['No differences.'] })

    expect(await run(['pull', file])).toMatchObject({
      code: 0,
      lines: [`Wrote 3 objects to ${file}.`],
    })
    const pulled = await readFile(file, 'utf8')
    const live = { key: app.live.keys.full }
    expect((await run(['push', file], live)).code).toBe(0)
    await run(['pull', file], live)
    expect(await readFile(file, 'utf8')).toBe(pulled)
  })

  it('shows the changes and asks before it archives', async () => {
    await writeFile(file, catalog)
    await run(['push', file])
    await writeFile(
      file,
      catalog
        .replace('displayOrder: 1', 'displayOrder: 2')
        .replace(/OLD.*/, 'NEW: { amountOff: 5, currency: usd, duration: once }'),
    )
    const changes = ['~ feature api-calls  displayOrder: 1 → 2', '+ coupon NEW', '- coupon OLD']
    const refused = await run(['push', file], { answer: false })
    expect(refused.code).toBe(1)
    expect(refused.lines.slice(0, 3)).toEqual(changes)
    expect(refused.questions).toEqual(['Archive 1 object and apply the rest?'])
    expect((await run(['diff', file])).lines).toEqual(changes)

    const confirmed = await run(['push', file, '--yes'])
    expect(confirmed).toMatchObject({ code: 0, questions: [] })
    expect((await run(['diff', file])).code).toBe(0)
  })

  it('prints every problem on its own line', async () => {
    await writeFile(
      file,
      catalog.replace('metricId: calls', 'metricId: no').replace('count', 'unique'),
    )
    expect(await run(['push', file])).toMatchObject({
      code: 1,
      lines: [
        'metrics.calls.property: is required: the property whose distinct values "unique" counts',
        'features.api-calls.metricId: there is no metric "no"',
      ],
    })
    await writeFile(file, 'a: 1\na: 2\nb: 0.1234567890123456789')
    const badFile = await run(['diff', file])
    expect(badFile.code).toBe(1)
    expect(badFile.lines).toEqual([
      `${file}: line 2: the key "a" is given twice`,
      expect.stringContaining(`${file}: line 3: the number 0.1234567890123456789 cannot be`),
    ])
  })

  it('explains a problem with the command, the key or the server', async () => {
    expect((await run(['--help'])).code).toBe(0)
    expect((await run([])).code).toBe(1)
    expect((await run(['fetch'])).lines[0]).toBe('Unknown command fetch.')
    expect((await run(['push', file, '--force'])).lines[0]).toBe('Unknown argument --force.')
    expect((await run(['diff', join(directory, 'none.yaml')])).lines[0]).toMatch(/^Cannot read /)
    await writeFile(file, catalog)
    expect((await run(['diff', file], { key: 'sk_sandbox_wrong' })).code).toBe(1)
    const readOnly = await run(['push', file], { key: app.sandbox.keys.read })
    expect(readOnly.lines[0]).toMatch(/restricted to "read"/)
    const nobody = await run(['pull', file], { url: 'http://127.0.0.1:1' })
    expect([nobody.code, nobody.lines[0]]).toEqual([1, expect.stringMatching(/^Cannot reach /)])
    const stranger = await run(['pull', file], { url: `${app.url}/elsewhere` })
    expect(stranger.code).toBe(1)
  })
})
