import { describe, expect, test } from 'vitest'
import { readChallengeBody, readConfirmBody, readSecretBody } from './readPageBody.core.ts'

const card = {
  behaviour: 'success',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2030,
}
const good = { clientSecret: 'sbpi_1_secret_x', ...card }
const refusal = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return (error as { code: string; details: unknown[] }).details
  }
  return null
}

test('a valid body is read', () => {
  expect(readSecretBody({ clientSecret: 'a' })).toEqual({ clientSecret: 'a' })
  expect(readChallengeBody({ clientSecret: 'a', answer: 'fail' })).toEqual({
    clientSecret: 'a',
    answer: 'fail',
  })
  expect(readConfirmBody(good)).toEqual({ clientSecret: 'sbpi_1_secret_x', card })
})

describe('an invalid body is refused', () => {
  test.each([[undefined], [null], ['text'], [[]], [7]])('if it is not an object: %o', (body) => {
    expect(refusal(() => readSecretBody(body))).toEqual([
      { path: 'body', message: 'must be an object' },
    ])
  })

  test.each([
    ['clientSecret', ''],
    ['clientSecret', 5],
    ['clientSecret', 'x'.repeat(201)],
    ['behaviour', 'toString'],
    ['brand', 'VISA'],
    ['last4', '4111'],
    ['last4', 4242],
    ['expMonth', 13],
    ['expMonth', 0],
    ['expMonth', 1.5],
    ['expYear', 1999],
    ['expYear', '2030'],
    ['number', '4242424242424242'],
  ])('if %s is %o', (path, value) => {
    expect(refusal(() => readConfirmBody({ ...good, [path]: value }))).toMatchObject([{ path }])
  })

  test('with a list of all problems', () => {
    expect(refusal(() => readConfirmBody({}))).toHaveLength(6)
  })

  test('if its parts belong to different test cards', () => {
    expect(refusal(() => readConfirmBody({ ...good, behaviour: 'decline' }))).toMatchObject([
      { path: 'last4' },
    ])
  })

  test('if it answers a challenge with neither approve nor fail', () => {
    expect(
      refusal(() => readChallengeBody({ clientSecret: 'a', answer: 'abandon' })),
    ).toMatchObject([{ path: 'answer' }])
  })
})
