import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { writeByTurns } from './writeByTurns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('writing by turns', () => {
  it('writes the lines of one event-loop turn together and in order, separate from the next turn', async () => {
    const written: string[] = []
    const write = writeByTurns({ write: (text) => written.push(text) })
    write('a\n')
    write('b\n')
    expect(written).toEqual([])
    await nextTurn()
    write('c\n')
    await nextTurn()
    await nextTurn()
    expect(written).toEqual(['a\nb\n', 'c\n'])
  })

  it.each(['process.exit(3)', 'throw new Error("lost")'])('loses nothing after %s', async (end) => {
    const module = new URL('./writeByTurns.ts', import.meta.url).href
    const script = `import { writeByTurns } from ${JSON.stringify(module)}
      writeByTurns(process.stdout)('last words\\n')
      ${end}`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    await expect(run).rejects.toMatchObject({ stdout: 'last words\n' })
  })
})
