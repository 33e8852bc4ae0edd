import { expect, it } from 'vitest'
import { plainLine } from './plainLine.ts'

it.each([
  ['  ✓  5   projects ', '5 projects'],
  ['🚀 Priority queue 🔥', 'Priority queue'],
  ['• Team inbox*', 'Team inbox'],
  ['— No dashes at the front', 'No dashes at the front'],
  ['+ Custom reports', 'Custom reports'],
  ['+250 GB', '+250 GB'],
  ['✔️ Webhooks (new)', 'Webhooks'],
  ['SSO (coming soon)', 'SSO'],
  ['・オンライン相談', 'オンライン相談'],
  ['Import\u00a0&\u200b export', 'Import & export'],
  ['4K video', '4K video'],
  ['Audit log ¹', 'Audit log'],
  ['check_circle Team inbox', 'Team inbox'],
  ['check_circle10 credits', '10 credits'],
  ['picture_as_pdf Reports', 'Reports'],
  ['5,000credits', '5,000 credits'],
  ['5.000 Creditsjeden Monat', '5.000 Credits jeden Monat'],
  ['500 créditosincluidos', '500 créditos incluidos'],
  ['Creditsafe checks', 'Creditsafe checks'],
  ['check your mail', 'check your mail'],
])('%j becomes %j', (text, plain) => {
  expect(plainLine(text)).toBe(plain)
})

it('reads only the beginning of a very long line', () => {
  expect(plainLine('a '.repeat(1_000_000)).length).toBeLessThanOrEqual(2000)
})
