import { expect, it } from 'vitest'
import { BoundedMap } from './BoundedMap.ts'

it('forgets what was put in first when it is full', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ])
})
