import { describe, expect, it } from 'vitest'
import { findUnlimited } from '../lines/quantities/findCounts.ts'
import { findPeriods } from '../lines/quantities/findPeriods.ts'
import { readExclusion } from '../lines/readExclusion.ts'
import { readInheritance } from '../lines/readInheritance.ts'
import { readRow } from '../lines/readRow.ts'
import { isCreditUnit } from '../words/creditUnit.ts'

interface Sample {
  lang: string
  unlimited: string
  /** Quotas per month and per day. */
  monthly: string
  daily: string
  /** Inheritance of the tier "Starter". */
  inherits: string
  yes: string
  no: string
  credit: string
}

const SAMPLES: readonly Sample[] = [
  {
    lang: 'en',
    unlimited: 'Unlimited projects',
    monthly: '500 runs per month',
    daily: '5 runs / day',
    inherits: 'Everything in Starter, plus',
    yes: 'Included',
    no: 'Not available',
    credit: 'credits',
  },
  {
    lang: 'de',
    unlimited: 'Unbegrenzte Projekte',
    monthly: '500 Läufe im Monat',
    daily: 'täglich 5 Läufe',
    inherits: 'Alle Funktionen von Starter',
    yes: 'Enthalten',
    no: 'Nicht verfügbar',
    credit: 'Guthaben',
  },
  {
    lang: 'fr',
    unlimited: 'Projets illimités',
    monthly: '500 envois par mois',
    daily: '5 envois par jour',
    inherits: 'Tout ce qui est dans Starter',
    yes: 'Inclus',
    no: 'Non inclus',
    credit: 'crédits',
  },
  {
    lang: 'es',
    unlimited: 'Proyectos ilimitados',
    monthly: '500 envíos al mes',
    daily: '5 envíos al día',
    inherits: 'Todo lo de Starter',
    yes: 'Incluido',
    no: 'No incluido',
    credit: 'créditos',
  },
  {
    lang: 'pt',
    unlimited: 'Projetos ilimitados',
    monthly: '500 envios por mês',
    daily: '5 envios por dia',
    inherits: 'Todos os recursos do Starter',
    yes: 'Incluído',
    no: 'Não incluído',
    credit: 'créditos',
  },
  {
    lang: 'it',
    unlimited: 'Progetti illimitati',
    monthly: '500 invii al mese',
    daily: '5 invii al giorno',
    inherits: 'Tutto di Starter',
    yes: 'Incluso',
    no: 'Non incluso',
    credit: 'crediti',
  },
  {
    lang: 'nl',
    unlimited: 'Onbeperkte projecten',
    monthly: '500 runs per maand',
    daily: '5 runs per dag',
    inherits: 'Alles van Starter',
    yes: 'Inbegrepen',
    no: 'Niet inbegrepen',
    credit: 'credits',
  },
  {
    lang: 'pl',
    unlimited: 'Nieograniczone projekty',
    monthly: '500 zadań miesięcznie',
    daily: '5 zadań dziennie',
    inherits: 'Wszystko z planu Starter',
    yes: 'Tak',
    no: 'Brak',
    credit: 'kredytów',
  },
  {
    lang: 'tr',
    unlimited: 'Sınırsız proje',
    monthly: 'ayda 500 işlem',
    daily: 'günlük 5 işlem',
    inherits: 'Starter planındaki her şey',
    yes: 'Var',
    no: 'Yok',
    credit: 'kredi',
  },
  {
    lang: 'cs',
    unlimited: 'Neomezené projekty',
    monthly: '500 úloh měsíčně',
    daily: '5 úloh denně',
    inherits: 'Vše z tarifu Starter',
    yes: 'Ano',
    no: 'Ne',
    credit: 'kreditů',
  },
  {
    lang: 'ro',
    unlimited: 'Proiecte nelimitate',
    monthly: '500 rulări pe lună',
    daily: '5 rulări pe zi',
    inherits: 'Tot ce include Starter',
    yes: 'Da',
    no: 'Nu',
    credit: 'credite',
  },
  {
    lang: 'hu',
    unlimited: 'Korlátlan projekt',
    monthly: 'havonta 500 futtatás',
    daily: '5 futtatás / nap',
    inherits: 'Minden, ami a Starter csomagban',
    yes: 'Igen',
    no: 'Nincs',
    credit: 'kredit',
  },
  {
    lang: 'sv',
    unlimited: 'Obegränsade projekt',
    monthly: '500 körningar per månad',
    daily: '5 körningar om dagen',
    inherits: 'Allt i Starter',
    yes: 'Ingår',
    no: 'Ingår ej',
    credit: 'krediter',
  },
  {
    lang: 'da',
    unlimited: 'Ubegrænsede projekter',
    monthly: '500 kørsler pr. måned',
    daily: '5 kørsler om dagen',
    inherits: 'Alt i Starter',
    yes: 'Inkluderet',
    no: 'Ikke inkluderet',
    credit: 'kreditter',
  },
  {
    lang: 'nb',
    unlimited: 'Ubegrensede prosjekter',
    monthly: '500 kjøringer i måneden',
    daily: '5 kjøringer per dag',
    inherits: 'Alt fra Starter',
    yes: 'Inkludert',
    no: 'Ikke inkludert',
    credit: 'kreditter',
  },
  {
    lang: 'fi',
    unlimited: 'Rajattomat projektit',
    monthly: '500 ajoa kuukaudessa',
    daily: '5 ajoa päivässä',
    inherits: 'Kaikki Starter-paketin ominaisuudet',
    yes: 'Sisältyy',
    no: 'Ei sisälly',
    credit: 'krediittiä',
  },
  {
    lang: 'id',
    unlimited: 'Proyek tak terbatas',
    monthly: '500 pesan per bulan',
    daily: '5 pesan / hari',
    inherits: 'Semua fitur di paket Starter',
    yes: 'Termasuk',
    no: 'Tidak termasuk',
    credit: 'kredit',
  },
  {
    lang: 'vi',
    unlimited: 'Không giới hạn dự án',
    monthly: '500 lượt mỗi tháng',
    daily: '5 lượt/ngày',
    inherits: 'Tất cả tính năng của gói Starter',
    yes: 'Có',
    no: 'Không',
    credit: 'điểm',
  },
  {
    lang: 'ru',
    unlimited: 'Неограниченные проекты',
    monthly: '500 запусков в месяц',
    daily: 'ежедневно 5 запусков',
    inherits: 'Всё из тарифа Starter',
    yes: 'Есть',
    no: 'Нет',
    credit: 'токенов',
  },
  {
    lang: 'uk',
    unlimited: 'Необмежені проєкти',
    monthly: '500 запусків на місяць',
    daily: '5 запусків щодня',
    inherits: 'Усі можливості тарифу Starter',
    yes: 'Так',
    no: 'Немає',
    credit: 'кредитів',
  },
  {
    lang: 'el',
    unlimited: 'Απεριόριστα έργα',
    monthly: '500 εκτελέσεις τον μήνα',
    daily: '5 εκτελέσεις / ημέρα',
    inherits: 'Όλα όσα περιλαμβάνει το Starter',
    yes: 'Ναι',
    no: 'Όχι',
    credit: 'πόντοι',
  },
  {
    lang: 'he',
    unlimited: 'פרויקטים ללא הגבלה',
    monthly: '500 הרצות בחודש',
    daily: '5 הרצות ליום',
    inherits: 'כל מה שב־Starter',
    yes: 'כלול',
    no: 'לא כלול',
    credit: 'נקודות',
  },
  {
    lang: 'ar',
    unlimited: 'مشاريع غير محدودة',
    monthly: '500 عملية شهريًا',
    daily: '5 عمليات / يوم',
    inherits: 'كلّ ميزات Starter',
    yes: 'متوفر',
    no: 'غير متوفر',
    credit: 'نقطة',
  },
  {
    lang: 'hi',
    unlimited: 'असीमित प्रोजेक्ट',
    monthly: '500 संदेश प्रति माह',
    daily: '5 संदेश प्रतिदिन',
    inherits: 'Starter की सभी सुविधाएं',
    yes: 'शामिल',
    no: 'उपलब्ध नहीं',
    credit: 'क्रेडिट',
  },
  {
    lang: 'ja',
    unlimited: '無制限のプロジェクト',
    monthly: '毎月500件',
    daily: '5件/日',
    inherits: 'Starterプランの全機能',
    yes: '利用可能',
    no: '対象外',
    credit: 'ポイント',
  },
  {
    lang: 'zh',
    unlimited: '无限项目',
    monthly: '每月500次',
    daily: '每天5次',
    inherits: '包含 Starter 的所有功能',
    yes: '支持',
    no: '不支持',
    credit: '积分',
  },
  {
    lang: 'ko',
    unlimited: '무제한 프로젝트',
    monthly: '매월 500건',
    daily: '매일 5건',
    inherits: 'Starter의 모든 기능',
    yes: '지원',
    no: '미지원',
    credit: '크레딧',
  },
  {
    lang: 'th',
    unlimited: 'โปรเจกต์ไม่จำกัด',
    monthly: '500 ครั้งต่อเดือน',
    daily: '5 ครั้ง/วัน',
    inherits: 'ทุกอย่างในแพ็กเกจ Starter',
    yes: 'มี',
    no: 'ไม่มี',
    credit: 'เครดิต',
  },
]

const TIERS = { names: ['Community', 'Starter', 'Pro'], current: 'Pro', free: 'Community' }
const periodsOf = (text: string): string[] => findPeriods(text).map(({ period }) => period)
const kindOf = (cell: string): string => {
  const reading = readRow('API', cell, 'the row', 0.9)
  return reading.kind === 'granted' ? reading.entitlement.type : reading.kind
}

it.each(SAMPLES)('reads feature lines in $lang', (sample) => {
  expect(findUnlimited(sample.unlimited)).toBeDefined()
  expect(periodsOf(sample.monthly)).toEqual(['month'])
  expect(periodsOf(sample.daily)).toEqual(['day'])
  expect(readInheritance(sample.inherits, TIERS)?.tier).toBe('Starter')
  expect(kindOf(sample.yes)).toBe('boolean')
  expect(kindOf(sample.no)).toBe('excluded')
  expect(isCreditUnit(sample.credit)).toBe(true)
})

describe('a negative line', () => {
  it.each([
    ['Fără suport', 'suport'],
    ['Χωρίς υποστήριξη', 'υποστήριξη'],
    ['ללא תמיכה', 'תמיכה'],
    ['بدون دعم', 'دعم'],
    ['Bez podpory', 'podpory'],
    ['Tanpa dukungan', 'dukungan'],
    ['Không có hỗ trợ', 'hỗ trợ'],
    ['ไม่มีซัพพอร์ต', 'ซัพพอร์ต'],
    ['API dahil değil', 'API'],
    ['API غير متوفر', 'API'],
    ['API उपलब्ध नहीं', 'API'],
  ])('%s excludes the feature %s', (text, feature) => {
    expect(readExclusion(text, () => false)).toEqual({ feature, isBenefit: false })
  })

  it.each(['Bez reklam', 'بدون إعلانات', 'ללא פרסומות', 'Reklam yok', 'Utan bindningstid'])(
    '%s states an advantage',
    (text) => {
      expect(readExclusion(text, () => false)?.isBenefit).toBe(true)
    },
  )

  it.each(['ללא הגבלה', 'بدون حدود', 'Bez omezení', 'Không giới hạn lượt hỏi'])(
    '%s excludes nothing',
    (text) => {
      expect(readExclusion(text, () => false)).toBeUndefined()
    },
  )
})

it('recognizes a tier by its name with an article, as the previous or as the free tier', () => {
  const tiers = { names: ['كاشير', 'بوكيت'], current: 'بوكيت', free: 'كاشير' }
  for (const line of [
    'جميع مميزات باقة الكاشير',
    'كل ما في الباقة السابقة',
    'كل ما في الباقة المجانية',
  ])
    expect(readInheritance(line, tiers)?.tier, line).toBe('كاشير')
})
