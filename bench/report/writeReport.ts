import { readFile, writeFile } from 'node:fs/promises'

const TEMPLATE = new URL('performance.md', import.meta.url)

/** The section that `npm run bench:renewals` writes. `npm run bench` keeps it unchanged. */
const RENEWALS = 'Track during renewals'

/** Fills the template and keeps the renewals section of the existing report. */
export async function writeReport(file: string, parts: Record<string, string>): Promise<void> {
  const template = await readFile(TEMPLATE, 'utf8')
  const existing = await readFile(file, 'utf8').catch(() => '')
  const values: Record<string, string> = {
    ...parts,
    renewals: sectionOf(existing, RENEWALS).trim(),
  }
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new Error(`${TEMPLATE.pathname} contains {{${name}}}, which has no value.`)
    return value
  })
  await writeFile(file, `${text.trimEnd()}\n`)
}

/** Replaces the renewals section and keeps the rest of the report. */
export async function writeRenewals(file: string, text: string): Promise<void> {
  const existing = await readFile(file, 'utf8')
  const old = sectionOf(existing, RENEWALS)
  if (old === '') throw new Error(`${file} has no section "${RENEWALS}".`)
  await writeFile(
    file,
    existing.replace(old, () => `\n${text}\n\n`),
  )
}

/** Returns the text between a heading and the next one. */
function sectionOf(document: string, title: string): string {
  const [, after = ''] = document.split(`## ${title}\n`)
  const [section = ''] = after.split(/^(?=## )/m)
  return section
}
