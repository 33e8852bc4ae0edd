import { expect, it } from 'vitest'
import { readMeasure } from './readMeasure.ts'

it.each([
  [' GB storage', 'GB', 'size'],
  ['GB', 'GB', 'size'],
  [' Go de stockage', 'Go', 'size'],
  [' ГБ', 'ГБ', 'size'],
  [' Mbps', 'Mbps', 'speed'],
  ['-day history', 'days', 'duration'],
  [' years image retention', 'years', 'duration'],
  [' Stunden', 'hours', 'duration'],
  [' jours', 'days', 'duration'],
  [' дней', 'days', 'duration'],
  ['時間', 'hours', 'duration'],
  ['개월', 'months', 'duration'],
])('%j is measured in %j', (after, unit, kind) => {
  expect(readMeasure(after)).toMatchObject({ unit, kind })
})

it.each([' Go live', ' projects', ' Gbagbo', '', ' dashboards', ' Mobile apps'])(
  '%j has no unit',
  (after) => {
    expect(readMeasure(after)).toBeUndefined()
  },
)
