import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * Creates something once for all workers of a test run. The first caller creates it, and the others
 * wait. The result must be representable as JSON.
 */
export async function oncePerRun<T>(name: string, create: () => Promise<T>): Promise<T> {
  const path = join(inject('runFolder'), name)
  const result = `${path}.json`
  const isFirst = await mkdir(`${path}.claimed`).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const outcome = await create().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    )
    await writeFile(`${path}.part`, JSON.stringify(outcome))
    await rename(`${path}.part`, result)
  }
  const { value, error } = JSON.parse(await waitForFile(result)) as { value: T; error?: string }
  if (error !== undefined) throw new Error(`${name} could not be created: ${error}`)
  return value
}

/** Shorter than the limit of a hook, so that a test names the missing file. */
const DEADLINE_MS = 540_000

async function waitForFile(path: string): Promise<string> {
  const POLL_MS = 50
  const end = performance.now() + DEADLINE_MS
  while (performance.now() < end) {
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text !== null) return text
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error(`${path} was not created within ${DEADLINE_MS / 1_000} s`)
}
