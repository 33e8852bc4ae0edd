import { DEFAULT_PAGE_SIZE, pageQuery } from '@purser/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PurserError } from './errors.ts'
import { type Position, pageOf, pageRequest } from './page.ts'
import { anyCharacter } from './testing/anyCharacter.ts'

const cursorAfter = (position: Position): string => {
  const { nextCursor } = pageOf([position, position], 1, (row) => row)
  if (nextCursor === null) throw new Error('no next page')
  return nextCursor
}

const refusalOf = (cursor: string) => {
  try {
    return pageRequest({ cursor })
  } catch (error) {
    if (error instanceof PurserError) return { status: error.status, details: error.details }
    throw error
  }
}

const REFUSED = {
  status: 400,
  details: [
    {
      path: 'query.cursor',
      message: 'is not a cursor of this list; pass nextCursor unchanged',
    },
  ],
}

const position = fc.record({
  createdAt: fc.date({
    min: new Date('1970-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
  id: fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 255 })
    .filter((id) => !id.includes('\0') && id.isWellFormed() && id.length <= 255),
})

describe('a page', () => {
  const rows = [3, 2, 1].map((day) => ({ createdAt: new Date(Date.UTC(2026, 0, day)), id: 'a' }))
  const dayOf = (row: Position) => row.createdAt.getUTCDate()

  it('has a next page exactly when there is one row more than the limit', () => {
    expect(pageOf(rows, 3, dayOf)).toEqual({ data: [3, 2, 1], nextCursor: null })
    expect(pageOf([], 3, dayOf)).toEqual({ data: [], nextCursor: null })
    const { data, nextCursor } = pageOf(rows, 2, dayOf)
    expect(data).toEqual([3, 2])
    expect(pageRequest({ cursor: nextCursor ?? '' }).after).toEqual(rows[1])
  })

  it('starts at the beginning and has the default size unless the request says otherwise', () => {
    expect(pageRequest({})).toEqual({ limit: DEFAULT_PAGE_SIZE, after: null })
    expect(pageRequest({ limit: 7 })).toEqual({ limit: 7, after: null })
  })
})

describe('a cursor', () => {
  it('points back to the position it was created from', () => {
    fc.assert(
      fc.property(position, (at) => {
        expect(pageRequest({ cursor: cursorAfter(at) }).after).toEqual(at)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['a', '"', '用', '😀', '\u0001', '/', '%'])(
    'for the longest id made of %j is accepted by the contract',
    (character) => {
      const at = { createdAt: new Date('9999-12-31T23:59:59.999Z'), id: character.repeat(255) }
      at.id = at.id.slice(0, 254)
      const cursor = cursorAfter(at)
      expect(pageQuery.cursor.safeParse(cursor).success).toBe(true)
      expect(pageRequest({ cursor }).after).toEqual(at)
    },
  )

  it('with arbitrary text is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (cursor) => {
        expect(refusalOf(cursor)).toEqual(REFUSED)
      }),
      { numRuns: 2_000 },
    )
  })

  const forgeries: [string, string][] = [
    ['null', 'null'],
    ['an object', '{"createdAt":0,"id":"a"}'],
    ['an empty list', '[]'],
    ['one element', '[0]'],
    ['three elements', '[0,"a",1]'],
    ['a date as text', '["2026-01-01","a"]'],
    ['a fraction of a millisecond', '[1.5,"a"]'],
    ['a number as id', '[0,1]'],
    ['a NUL', '[0,"a\\u0000b"]'],
    ['no date at all', '[9007199254740991,"a"]'],
    ['a date before PostgreSQL begins', `[${Date.UTC(-5000, 0)},"a"]`],
    ['a date before the common era', `[${Date.UTC(-1, 0)},"a"]`],
    ['a date after the year 9999', `[${Date.UTC(10_000, 0)},"a"]`],
    ['infinity', '[1e400,"a"]'],
  ]
  it.each(forgeries)('forged from JSON with %s is refused', (_what, json) => {
    expect(refusalOf(Buffer.from(json).toString('base64url'))).toEqual(REFUSED)
    expect(refusalOf(json)).toEqual(REFUSED)
  })

  const forge = (createdAt: Date, id: string) => cursorAfter({ createdAt, id })
  it.each([
    ['a NUL', forge(new Date(0), 'a\0b')],
    ['no date', forge(new Date(Number.NaN), 'a')],
    ['a date before PostgreSQL begins', forge(new Date(Date.UTC(-5000, 0)), 'a')],
    ['a date before 1970', forge(new Date(-1), 'a')],
    ['a date after the year 9999', forge(new Date(Date.UTC(10_000, 0)), 'a')],
    ['the last date of JavaScript', forge(new Date(8.64e15), 'a')],
    ['no id', forge(new Date(0), '')],
  ])('forged in the right shape with %s is refused', (_what, cursor) => {
    expect(refusalOf(cursor)).toEqual(REFUSED)
  })
})
