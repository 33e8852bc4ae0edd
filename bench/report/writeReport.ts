import { readFile, writeFile } from 'node:fs/promises'

const TEMPLATE = new URL('performance.md', import.meta.url)
const KEPT = '## Where the time goes\n'

/** Fills the template, and keeps what a person wrote about the figures. */
export async function writeReport(file: string, parts: Record<string, string>): Promise<void> {
  const template = await readFile(TEMPLATE, 'utf8')
  const existing = await readFile(file, 'utf8').catch(() => '')
  const [, kept = ''] = existing.split(KEPT)
  const values: Record<string, string> = { ...parts, whereTheTimeGoes: kept.trim() }
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template asks for {{${name}}}.`)
    return value
  })
  await writeFile(file, `${text.trimEnd()}\n`)
}
