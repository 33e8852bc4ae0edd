import { describe, expect, it } from 'vitest'
import { readScriptData } from './readScriptData.ts'

const leavesOf = (script: string): [string, string][] =>
  readScriptData(script).map(({ path, value }) => [path.join('.'), value])

describe('the object literals of a script', () => {
  it.each<[string, [string, string][]]>([
    [
      'const p = { yearly: { pro: 144, team: "$374" } } // 20%',
      [
        ['yearly.pro', '144'],
        ['yearly.team', '$374'],
      ],
    ],
    [
      '{"plans":[{"name":"Pro","priceMonthly":9.5}]}',
      [
        ['plans.name', 'Pro'],
        ['plans.pricemonthly', '9.5'],
      ],
    ],
    ['push("{\\"annual\\":99}")', [['annual', '99']]],
    ['if (a) { b() } x ? 1 : 2', []],
  ])('in %s have the values %j', (script, leaves) => {
    expect(leavesOf(script)).toEqual(leaves)
  })

  it('keep the values of one object together', () => {
    const [name, price, other] = readScriptData('[{name:"A",m:1},{m:2}]')
    expect(name?.scopes).toEqual(price?.scopes)
    expect(other?.scopes).not.toEqual(price?.scopes)
  })

  it('are read from broken scripts without an error', () => {
    expect(readScriptData('}]{['.repeat(1_000))).toEqual([])
    expect(readScriptData('{a:'.repeat(10_000))).toEqual([])
    expect(readScriptData('"'.repeat(9_999))).toEqual([])
  })
})
