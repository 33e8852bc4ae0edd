import { describe, expect, it } from 'vitest'
import { BoundedMap } from './BoundedMap.ts'

describe('a bounded map', () => {
  it('evicts the least recently used entry when it is full', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1).set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  it('counts a write as a use', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
  })

  it('never evicts an entry that is read continually', () => {
    const map = new BoundedMap<string, number>(100)
    map.set('hot', 0)
    for (let index = 0; index < 1_000; index += 1) {
      map.set(`cold ${index}`, index)
      expect(map.get('hot')).toBe(0)
    }
  })

  it('holds up to its limit and never more', () => {
    const map = new BoundedMap<number, number>(100)
    for (let index = 0; index < 1_000; index += 1) {
      map.set(index, index)
      map.get(index - 70)
    }
    const values = Array.from({ length: 1_000 }, (_, index) => map.get(index))
    expect(values.filter((value) => value !== undefined)).toHaveLength(100)
  })

  it('makes room for another entry when one is deleted', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1).set('b', 2)
    map.delete('b')
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })
})
