import { expect, it } from 'vitest'
import { readPriceOfOneMore } from './readOverage.ts'

const read = (line: string, before: string) => readPriceOfOneMore(line, before, { lang: 'en' })

it('prices one more of the thing in the line above', () => {
  expect(read('+ 0.00023976 each', '50,000 Calls / mo')).toMatchObject({
    unit: 'Calls',
    amount: '0.00023976',
    per: 1,
  })
  expect(read('+ $0.50 each', '10 seats')).toMatchObject({ unit: 'seats', amount: '0.50' })
})

it('needs a price and a counted thing', () => {
  expect(read('+ 5 each', '10 seats')).toBeUndefined()
  expect(read('+ $5 each', 'Chat')).toBeUndefined()
  expect(read('$5 per seat', '10 seats')).toBeUndefined()
})
