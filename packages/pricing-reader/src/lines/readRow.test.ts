import { expect, it } from 'vitest'
import { readRow } from './readRow.ts'

const read = (label: string, cell: string): string => {
  const reading = readRow(label, cell, 'the row', 0.9)
  if (reading.kind === 'nothing') return 'nothing'
  if (reading.kind === 'excluded') return `no ${reading.feature}`
  const { feature, type, value, period } = reading.entitlement
  return [feature, type, value, period].filter((part) => part !== undefined).join(' | ')
}

it.each([
  ['API access', '✓', 'API access | boolean'],
  ['API access', 'Yes', 'API access | boolean'],
  ['API access', 'Inklusive', 'API access | boolean'],
  ['API access', '対応', 'API access | boolean'],
  ['API access', '—', 'no API access'],
  ['API access', 'No', 'no API access'],
  ['API access', '0', 'no API access'],
  ['API access', '', 'nothing'],
  ['✓', '✓', 'nothing'],
  ['Projects', '5', 'Projects | config | 5'],
  ['Projects', 'Up to 10', 'Projects | config | 10'],
  ['Notes', 'First 10', 'Notes | config | 10'],
  ['Enthaltene Credits', 'Erste 15.000', 'Enthaltene Credits | credit | 15000'],
  ['Enthaltene Credits', '50.000 / Mon.', 'Enthaltene Credits | credit | 50000 | month'],
  ['Projects', 'Unlimited', 'Projects | config | unlimited'],
  ['Conversations/mois', 'Illimitées', 'Conversations | metered | unlimited | month'],
  ['Conversations/mois', '5 000', 'Conversations | metered | 5000 | month'],
  ['Monthly credits', '500', 'credits | credit | 500 | month'],
  ['Requests', '10k / day', 'Requests | metered | 10000 | day'],
  ['Storage', '100 GB', 'Storage (GB) | config | 100'],
  ['Transfer', '20 GB / user', 'Transfer (GB per user) | metered | 20'],
  ['Storage (GB)', '100', 'Storage (GB) | config | 100'],
  ['History', '90 days', 'History (days) | config | 90'],
  ['5 languages', '✓', 'languages | config | 5'],
  ['Support', 'Email', 'Support | config | Email'],
  ['Setup', '$99', 'nothing'],
])('reads the row %j with the cell %j as %j', (label, cell, reading) => {
  expect(read(label, cell)).toBe(reading)
})

it.each([
  ...['Illimité', 'Unbegrenzt', 'Unlimitiert', 'Ilimitado', 'Onbeperkt', 'Obegränsad', 'Sınırsız'],
  ...['Безлимит', 'Неограничено', '无限', '無限', '無制限', '무제한', '∞'],
])('reads the cell %j as "unlimited", so that the server needs no word lists', (cell) => {
  expect(read('Projects', cell)).toBe('Projects | config | unlimited')
})

it.each([
  ['Kredyty', '500'],
  ['Krediler', '500'],
  ['رصيد', '500'],
  ['קרדיטים', '500'],
  ['เครดิต', '500'],
  ['क्रेडिट', '500'],
  ['積分', '500'],
  ['포인트', '500'],
])('reads a row with the label %j as a number of credits', (label, cell) => {
  expect(read(label, cell)).toBe(`${label} | credit | 500`)
})
