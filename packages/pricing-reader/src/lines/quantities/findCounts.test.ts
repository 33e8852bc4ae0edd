import { describe, expect, it } from 'vitest'
import { findCounts, findUnlimited } from './findCounts.ts'

describe('findCounts', () => {
  it.each<[string, number[]]>([
    ['5 projects', [5]],
    ['10,000 API calls', [10_000]],
    ['10.000 Anfragen', [10_000]],
    ['2 000 запросов', [2000]],
    ["1'500 Aufrufe", [1500]],
    ['1.5M tokens', [1_500_000]],
    ['10k events', [10_000]],
    ['2 million rows', [2_000_000]],
    ['3 Mio. Zeilen', [3_000_000]],
    ['5 тыс. писем', [5000]],
    ['10万リクエスト', [100_000]],
    ['월 100만 토큰', [1_000_000]],
    ['月500クレジット', [500]],
    ['0.5 GB', [0.5]],
    ['10GB storage', [10]],
    ['5 projects / 10 users', [5, 10]],
    ['One agent deployed', [1]],
    ['Up to three sites', [3]],
  ])('%j counts %j', (text, values) => {
    expect(findCounts(text).map(({ value }) => value)).toEqual(values)
  })

  it.each([
    '24/7 support',
    '4K video',
    '512x512 pixels',
    '99.9% uptime',
    '$5 off',
    '5 € Rabatt',
    'R$ 30',
    'GPT-4',
    '2FA',
    '1-on-1 coaching',
    '401(k) plans',
    '10+2 tracker',
    '3D models',
    '2-5 users',
    '60〜90分',
    '約5倍の量',
    '약 5배의 양',
    '1099-NECs',
    'one-click deploy',
    'one time only',
    '128-bit',
    'v1.2.3',
    '1st place',
    '200.000 VNĐ',
  ])('%j counts nothing', (text) => {
    expect(findCounts(text)).toEqual([])
  })

  it('distinguishes "10+", "3x" and "30-day"', () => {
    expect(findCounts('10+ sheets')[0]).toMatchObject({ value: 10, isOpen: true })
    expect(findCounts('3x tokens')[0]).toMatchObject({ value: 3, isTimes: true })
    expect(findCounts('30-day history')[0]).toMatchObject({ value: 30, isHyphened: true })
    expect(findCounts('1,000 calls')[0]).toMatchObject({ isGrouped: true, start: 0, end: 5 })
  })
})

describe('findUnlimited', () => {
  it.each([
    ['Unlimited projects', 'Unlimited'],
    ['Usuários ilimitados', 'ilimitados'],
    ['Unbegrenzte Projekte', 'Unbegrenzte'],
    ['Projets illimités', 'illimités'],
    ['∞', '∞'],
    ['безлимитный трафик', 'безлимитный'],
    ['無制限', '無制限'],
    ['무제한 프로젝트', '무제한'],
    ['不限次数', '不限次数'],
    ['Sınırsız kullanıcı', 'Sınırsız'],
  ])('%j is unlimited', (text, word) => {
    const span = findUnlimited(text)
    expect(text.slice(span?.start, span?.end)).toBe(word)
  })

  it.each(['Limited access', 'Infinity Labs', '5 projects'])('%j is not unlimited', (text) => {
    expect(findUnlimited(text)).toBeUndefined()
  })
})
