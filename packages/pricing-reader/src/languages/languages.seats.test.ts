import { expect, it } from 'vitest'
import { readUnitPrices } from '../lines/readUnitPrices.ts'
import { readPricingPage } from '../readPricingPage.ts'
import { cardHtml } from '../testing/readTestPage.ts'
import { composeWords } from '../words/composeWords.ts'
import { languages } from './index.ts'

/** A price per user and month, and its unit. */
const SAMPLES: readonly (readonly [lang: string, line: string, unit: string])[] = [
  ['en', '$12 / user / month', 'user'],
  ['de', '12 € / Nutzer / Monat', 'Nutzer'],
  ['fr', '12 € / utilisateur / mois', 'utilisateur'],
  ['es', '12 € / usuario / mes', 'usuario'],
  ['pt', 'R$ 29 / usuário / mês', 'usuário'],
  ['it', '12 € / utente / mese', 'utente'],
  ['nl', '€ 12 / gebruiker / maand', 'gebruiker'],
  ['pl', '49 zł / użytkownik / miesiąc', 'użytkownik'],
  ['tr', '99 ₺ / kullanıcı / ay', 'kullanıcı'],
  ['cs', '199 Kč / uživatel / měsíc', 'uživatel'],
  ['ro', '29 lei / utilizator / lună', 'utilizator'],
  ['hu', '990 Ft / felhasználó / hónap', 'felhasználó'],
  ['sv', '99 kr / användare / månad', 'användare'],
  ['da', '99 kr. / bruger / måned', 'bruger'],
  ['no', '99 kr / bruker / måned', 'bruker'],
  ['fi', '12 € / käyttäjä / kk', 'käyttäjä'],
  ['id', 'Rp29.000 per pengguna / bulan', 'pengguna'],
  ['vi', '99.000đ / người dùng / tháng', 'người dùng'],
  ['ru', '490 ₽ / пользователь / месяц', 'пользователь'],
  ['uk', '199 ₴ / користувач / місяць', 'користувач'],
  ['el', '12 € / χρήστη / μήνα', 'χρήστη'],
  ['he', '₪49 / משתמש / חודש', 'משתמש'],
  ['ar', '49 $ / مستخدم / شهر', 'مستخدم'],
  ['hi', '₹499 / उपयोगकर्ता / माह', 'उपयोगकर्ता'],
  ['ja', '980円 / ユーザー / 月', 'ユーザー'],
  ['zh', '99 元 / 用户 / 月', '用户'],
  ['zh-TW', '99 元 / 使用者 / 月', '使用者'],
  ['ko', '9,900원 / 사용자 / 월', '사용자'],
  ['th', '99 บาท/ผู้ใช้/เดือน', 'ผู้ใช้'],
]

const readCard = (lang: string, price: string, bullet: string) =>
  readPricingPage(
    `<html lang="${lang}"><body>${cardHtml('Basic', '€5 / month', 'Chat')}${cardHtml('Pro', price, bullet)}</body></html>`,
  ).offer.tiers[1]

it.each(SAMPLES)('reads the price per user in %s: %s', (lang, line, unit) => {
  expect(readUnitPrices(line, { lang })).toMatchObject([
    { unit, per: 1, isPerSeat: true, isRecurring: true, isExtra: false },
  ])
  expect(readCard(lang, '€9 / month', line)?.overage).toMatchObject([{ unit, per: 1 }])
  expect(readCard(lang, line, 'Mail')).toMatchObject({
    prices: [{ interval: 'month' }],
    perSeat: true,
    overage: [],
  })
})

it('has a sample for every language with a word for a user', () => {
  const missing = languages
    .filter(({ seat }) => seat.noun !== undefined)
    .filter((language) => {
      const userAndMonth = new RegExp(
        `(?:${composeWords(({ seat }) => seat.noun, [language])}).*(?:${composeWords(({ month }) => month.noun, [language])})`,
        'i',
      )
      return !SAMPLES.some(([, line]) => userAndMonth.test(line))
    })
    .map(({ seat }) => seat.noun)
  expect(missing).toEqual([])
})
