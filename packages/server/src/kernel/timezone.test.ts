import { describe, expect, it } from 'vitest'
import { isTimezone } from './timezone.ts'

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
    '%s is one',
    (name) => {
      expect(isTimezone(name)).toBe(true)
    },
  )

  it.each([
    '',
    '+02:00',
    '-05:00',
    '+0200',
    '\u221202:00',
    'UTC+2',
    'Mars/Olympus',
    'Europe/Berlin ',
    'Europe/Berlin\0',
    'local',
    '<img onerror=x>',
  ])('%j is none', (name) => {
    expect(isTimezone(name)).toBe(false)
  })
})
