import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/harness/database/testDatabase.ts'
import { arrayLiteral } from './arrayLiteral.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const read = async (literal: string, type: string) =>
  (await database.pool.query(`SELECT $1::${type}[] AS value`, [literal])).rows[0]?.value

describe('an array literal', () => {
  it('is read by PostgreSQL as the original values', async () => {
    // PostgreSQL stores no NUL and no lone surrogates; the API refuses them.
    const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
        expect(
          await read(
            arrayLiteral(values, (value) => value),
            'text',
          ),
        ).toEqual(values)
      }),
      { numRuns: 300 },
    )
  })

  it.each(['', 'null', 'NULL', '"', '\\', 'a,b', '{}', ' a ', "'; DROP TABLE x; --", '\n', 'ü'])(
    'keeps %j',
    async (value) => {
      expect(
        await read(
          arrayLiteral([value, null], (each) => each),
          'text',
        ),
      ).toEqual([value, null])
    },
  )

  it('supports numbers, instants and JSON', async () => {
    expect(
      await read(
        arrayLiteral([1, -2, null], (each) => each),
        'smallint',
      ),
    ).toEqual([1, -2, null])
    const at = new Date('2026-01-31T12:00:00.123Z')
    expect(
      await read(
        arrayLiteral([at], (each) => each),
        'timestamptz',
      ),
    ).toEqual([at])
    const json = { 'a"b': ['\\', null, { c: 1.5 }] }
    expect(
      await read(
        arrayLiteral([json], (each) => JSON.stringify(each)),
        'jsonb',
      ),
    ).toEqual([json])
    expect(
      await read(
        arrayLiteral([], (each: string) => each),
        'text',
      ),
    ).toEqual([])
  })
})
