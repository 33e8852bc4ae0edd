import type { Words } from './Words.ts'

export const hungarian: Words = {
  script: 'latin',
  per: 'minden',
  second: { noun: 'másodperc' },
  minute: { noun: 'perc', adverb: 'percenként' },
  hour: { noun: 'óra', adverb: 'óránként', alone: 'óránkénti' },
  day: { noun: 'nap', adverb: 'naponta|napi' },
  week: { noun: 'hét', adverb: 'hetente|heti' },
  month: { noun: 'hó|hónap', adverb: 'havonta|havi', alone: 'hónaponként|havidíj' },
  quarter: { noun: 'negyedév', adverb: 'negyedévente', alone: 'negyedéves' },
  year: { noun: 'év', adverb: 'évente|évi', alone: 'éves|éves díj' },
  oneTime: String.raw`egyszeri|örökre|örökös|élethosszig\p{L}*|egyszer fizetendő`,
  billedYearly:
    'éves (?:számláz|fizet|előfizet|díjfizet|elszámol)|évente (?:számláz|fizet|egyszer)',
  billedMonthly: 'havi (?:számláz|fizet|díjfizet|elszámol)|havonta (?:számláz|fizet)',
  free: 'ingyenes|ingyen|díjmentes|örökre ingyenes|teljesen ingyenes|mindig ingyenes',
  freeLead: 'ingyenes|ingyen',
  onRequest:
    'egyedi|egyedi ár|egyedi árazás|egyedi ajánlat|egyedi árajánlat|megegyezés szerint|ajánlatkérés|igény szerint|egyeztetés alapján|kérjen ajánlatot|kérj ajánlatot|egyedi díjszabás',
  contact:
    'kapcsolatfelvétel|lépjen kapcsolatba(?: velünk)?|lépj kapcsolatba(?: velünk)?|írjon nekünk|ajánlatot kérek|árajánlatot kérek|árajánlat kérése|vegye fel velünk a kapcsolatot|keressen minket|beszéljünk',
  popular:
    'legnépszerűbb|népszerű|ajánlott|leggyakrabban választott|legtöbben választják|legjobb (?:ár|választás|érték|ár-érték arány)|legkedveltebb|kiemelt|bestseller|legkelendőbb|ajánljuk|legtöbbet választott',
  otherBadge: 'új|hamarosan|jelenlegi csomag',
  from: 'már',
  fromAfter: '-?t[óő]l(?!\\p{L})',
  seat: {
    noun: 'felhasználó|fő|munkatárs|tag|licenc',
    alone: 'felhasználónként|fejenként|főnként|licencenként|munkatársanként',
  },
  upTo: 'akár|legfeljebb',
  setup:
    'beállítási díj|telepítési díj|bevezetési díj|aktiválási díj|üzembe helyezés|regisztrációs díj',
  savingBefore: 'megtakarítás|spóroljon|spórolj|kedvezmény|akár',
  savingAfter: 'kedvezmény|megtakarítás|megspórol|értékben|értékű',
  wasBefore: 'helyett|eredetileg|korábban|normál ár|eredeti ár',
  about: 'körülbelül|kb|kb\\.|összesen',
  minimum: 'minimum|legalább',
  first: String.raw`az? első\s+(?:\d+\s+|három )?(?:hónap|hét|év)`,
  aside: 'áfa|bruttó|nettó',
  unlimited: 'korlátlan|végtelen|limit nélkül',
  once: 'egyszeri|regisztrációkor',
  lifetime: 'örökös',
  everythingIn: String.raw`minden,?\s+ami\s+(?:benne van\s+)?az?\s+|minden\s+az?\s+(?=\S+\s+csomag)`,
  everythingOf: String.raw`\s+(?:csomag\s+)?(?:minden|összes)\s+(?:funkciója|előnye|szolgáltatása)`,
  included: 'igen|van|tartalmazza|elérhető',
  notIncluded: 'nem|nincs|nem tartalmazza|nem elérhető',
  missing: 'nélkül|nem elérhető|nem tartalmazza|nincs',
  credit: 'kredit(?:ek|et)?|token(?:ek)?|pont(?:ok)?',
  nuisance: String.raw`reklám\p{L}*|hirdetés\p{L}*|vízjel\p{L}*|jutalék\p{L}*|korlát\p{L}*|kötöttség\p{L}*`,
  currencies: { Ft: 'huf', ft: 'huf', FT: 'huf', forint: 'huf', euró: 'eur' },
}
