import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../kernel/amount.ts'
import { decodeEffects, type Effects, encodeEffects } from './effects.core.ts'

describe('the effects of an event', () => {
  it('are read as they were written', () => {
    const effects: Effects = {
      counters: [
        {
          metricId: 'met_1',
          span: 'month',
          slot: new Date('2026-01-01T00:00:00Z'),
          start: new Date('2026-01-01T00:00:00Z'),
          measure: { amount: parseAmount('0.000000001') },
        },
        {
          metricId: 'met_2',
          span: 'minute',
          slot: new Date(0),
          start: new Date('2026-01-01T00:05:00Z'),
          measure: { member: '7' },
        },
      ],
      accruals: [
        {
          subscriptionId: 'sub_1',
          chargeId: 'chg_1',
          metricId: 'met_1',
          start: new Date('2026-01-31T00:00:00Z'),
          measure: { amount: parseAmount(12) },
        },
      ],
    }
    expect(decodeEffects(JSON.parse(encodeEffects(effects)))).toEqual(effects)
    expect(encodeEffects({ counters: [], accruals: [] })).toBe('{}')
  })
})
