import { describe, expect, test } from 'vitest'
import { accentColors, contrast } from './accentColors.ts'

const COLOURS = [
  ...['#000000', '#ffffff', '#facc15', '#4f46e5', '#0f766e', '#808080', '#f00', '#00ff00'],
  ...['#777777', '#0000ff', '#fef9c3', '#1e2128', '#f6f7f9', '#ff6b00'],
]

describe('accentColors', () => {
  test.each(COLOURS)('%s is readable in both schemes', (hex) => {
    const colors = accentColors(hex)
    for (const [scheme, surfaces] of [
      ['light', ['#ffffff', '#f6f7f9', '#f0f2f5']],
      ['dark', ['#101216', '#181b21', '#1e2128']],
    ] as const) {
      const { fill, onFill, text, soft } = colors?.[scheme] ?? fail()
      expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5)
      for (const surface of surfaces) {
        expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(fill, surface)).toBeGreaterThanOrEqual(1.3)
      }
    }
  })

  test('keeps a readable color unchanged', () => {
    expect(accentColors('#4f46e5')?.light).toMatchObject({ fill: '#4f46e5', text: '#4f46e5' })
    expect(accentColors('#facc15')?.light).toMatchObject({ fill: '#facc15', onFill: '#000000' })
    expect(accentColors('#fc0')?.dark).toMatchObject({ fill: '#ffcc00', text: '#ffcc00' })
  })

  test.each(['', 'red', '#12', '#12345g', 'rgb(1,2,3)', '#ffff'])('%j is not a color', (hex) => {
    expect(accentColors(hex)).toBeNull()
  })
})

function fail(): never {
  throw new Error('no colors')
}
