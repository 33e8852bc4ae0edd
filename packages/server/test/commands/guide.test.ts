import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../harness/freePort.ts'
import {
  type RunningPurser,
  repository,
  startPurser,
  temporaryDataDir,
} from '../harness/purserProcess.ts'

/** Sends every request of the guide in order, to Purser as a newcomer starts it. */
let purser: RunningPurser
let data: Awaited<ReturnType<typeof temporaryDataDir>>
beforeAll(async () => {
  data = await temporaryDataDir()
  const port = String(await freePort())
  purser = await startPurser({ PURSER_DATA_DIR: data.dataDir, PORT: port })
})
afterAll(async () => {
  await purser?.end('SIGTERM')
  await data?.remove()
})

interface Step {
  method: string
  path: string
  body: string | null
  /** The answer that the guide shows. */
  shown: unknown
}

/** A request is `METHOD /path` at the end of a line; what follows in JSON is its body and its answer. */
function readSteps(guide: string): Step[] {
  const parts =
    /`(GET|POST|PUT|DELETE) (\/(?:v1|sandbox)\/[^`]+)`[^\n]*\n|^```json\n([\s\S]*?)^```$/gm
  const steps: (Step & { blocks: string[] })[] = []
  for (const [, method, path = '', json] of guide.matchAll(parts)) {
    if (method !== undefined) steps.push({ method, path, body: null, shown: null, blocks: [] })
    else steps.at(-1)?.blocks.push(json ?? '')
  }
  return steps
    .filter(({ blocks }) => blocks.length > 0)
    .map(({ method, path, blocks }) => {
      const [body, answer] = method === 'GET' ? [null, blocks[0]] : [blocks[0] ?? null, blocks[1]]
      return { method, path, body, shown: answer === undefined ? null : JSON.parse(answer) }
    })
}

/** The id of something, or the secret of a form. */
const ID = /^[a-z]+_[0-9a-z]{26,32}(_secret_[\w-]+)?$/

/** What an answer must hold: ids, and texts with an ellipsis, are those of another run. */
const expected = (shown: unknown): unknown => {
  if (typeof shown === 'string')
    return ID.test(shown) || shown.includes('…') ? expect.any(String) : shown
  if (Array.isArray(shown)) return expect.arrayContaining(shown.map(expected))
  if (typeof shown !== 'object' || shown === null) return shown
  const fields = Object.entries(shown).map(([name, value]) => [name, expected(value)])
  return expect.objectContaining(Object.fromEntries(fields))
}

/** Which id of this run stands for which one of the guide. */
function noteIds(shown: unknown, answered: unknown, ids: Map<string, string>): void {
  if (typeof shown === 'string' && typeof answered === 'string') {
    if (ID.test(shown)) ids.set(shown, answered)
  } else if (typeof shown === 'object' && shown && typeof answered === 'object' && answered) {
    for (const [name, value] of Object.entries(shown)) {
      noteIds(value, (answered as Record<string, unknown>)[name], ids)
    }
  }
}

it.each([
  ['payments', 15],
  ['checkout', 10],
  ['worked-examples', 50],
])('the guide %s answers what it says', async (name, least) => {
  const guide = await readFile(join(repository, `docs/guides/${name}.md`), 'utf8')
  const steps = readSteps(guide)
  expect(steps.length).toBeGreaterThan(least)
  const { baseUrl, secretKey } = purser.credentials
  const ids = new Map<string, string>()
  const translate = (text: string) =>
    [...ids].reduce((said, [theirs, ours]) => said.replaceAll(theirs, ours), text)
  for (const { method, path, body, shown } of steps) {
    const send = async (): Promise<unknown> => {
      const response = await fetch(baseUrl + translate(path), {
        method,
        headers: { 'x-api-key': secretKey, 'content-type': 'application/json' },
        body: body === null ? null : translate(body),
      })
      return response.json()
    }
    if (shown === null) {
      expect(await send(), path).not.toHaveProperty('error')
    } else if (method === 'GET') {
      // What a webhook or a job brings comes a moment later.
      await expect.poll(send, { message: path, timeout: 30_000 }).toEqual(expected(shown))
      noteIds(shown, await send(), ids)
    } else {
      const answered = await send()
      expect(answered, path).toEqual(expected(shown))
      noteIds(shown, answered, ids)
    }
  }
})
