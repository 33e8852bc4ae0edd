import { readFile, writeFile } from 'node:fs/promises'

const TEMPLATE = new URL('performance.md', import.meta.url)

/** Sections that this run does not measure: they stay as they are in the document. */
const KEPT = { renewals: 'Renewals beside track', whereTheTimeGoes: 'Where the time goes' }

/** Fills the template, and keeps what another run measured and a person wrote about the figures. */
export async function writeReport(file: string, parts: Record<string, string>): Promise<void> {
  const template = await readFile(TEMPLATE, 'utf8')
  const existing = await readFile(file, 'utf8').catch(() => '')
  const kept = Object.entries(KEPT).map(([name, title]) => [
    name,
    sectionOf(existing, title).trim(),
  ])
  const values: Record<string, string> = { ...parts, ...Object.fromEntries(kept) }
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template asks for {{${name}}}.`)
    return value
  })
  await writeFile(file, `${text.trimEnd()}\n`)
}

/** Puts what was measured of renewals in its section, and leaves the others as they are. */
export async function writeRenewals(file: string, text: string): Promise<void> {
  const existing = await readFile(file, 'utf8')
  const old = sectionOf(existing, KEPT.renewals)
  if (old === '') throw new Error(`${file} has no section "${KEPT.renewals}".`)
  await writeFile(
    file,
    existing.replace(old, () => `\n${text}\n\n`),
  )
}

/** All between a heading and the next. */
function sectionOf(document: string, title: string): string {
  const [, after = ''] = document.split(`## ${title}\n`)
  const [section = ''] = after.split(/^(?=## )/m)
  return section
}
