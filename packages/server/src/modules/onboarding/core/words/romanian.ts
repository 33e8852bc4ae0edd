import type { Words } from './Words.ts'

export const romanian: Words = {
  script: 'latin',
  per: 'per|pentru fiecare|de fiecare',
  perTime: 'pe|fiecare',
  second: { noun: 'secund[ăae]' },
  minute: { noun: 'minut|minute' },
  hour: { noun: 'or[ăaeă]|oră' },
  day: { noun: 'zi|zile', adverb: 'zilnic', alone: String.raw`zilnic\p{L}*` },
  week: { noun: 'săpt[ăa]mân[ăaei]+', adverb: 'săptămânal', alone: String.raw`săptămânal\p{L}*` },
  month: { noun: 'lun[ăai]', adverb: 'lunar', alone: String.raw`lunar[ăe]?` },
  quarter: { noun: 'trimestru', adverb: 'trimestrial', alone: String.raw`trimestrial\p{L}*` },
  year: { noun: 'an|ani', adverb: 'anual', alone: String.raw`anual\p{L}*` },
  oneTime: 'o singură dat[ăa]|plată unic[ăa]|unic[ăa]?|pe viață|pe viaţă|pentru totdeauna',
  billedYearly:
    'factura(?:t[ăe]?|re|rea) anual|plat[ăa] anual|pl[ăa]tit[ăe]? anual|abonament anual|la plata (?:anuală|pe an)|achitat[ăe]? anual',
  billedMonthly: 'factura(?:t[ăe]?|re) lunar|plat[ăa] lunar|pl[ăa]tit[ăe]? lunar|abonament lunar',
  free: 'gratuit|gratuită|gratis|gratuit pentru totdeauna|mereu gratuit|fără costuri?',
  freeLead: 'gratuit|gratis',
  onRequest:
    'la cerere|preț la cerere|personalizat|preț personalizat|ofertă personalizată|la comandă|negociabil|cere ofertă|ofertă|preţ la cerere|pe bază de ofertă|prețuri personalizate|custom',
  contact:
    'contactează-ne|contactați-ne|contactati-ne|contacteaza-ne|contact|cere (?:o )?ofertă|solicit[ăa] (?:o )?(?:ofertă|oferta)|vorbește cu noi|discută cu noi|contactează (?:vânzări|echipa)',
  popular:
    '(?:cel mai |cea mai )(?:popular|populară|ales|aleasă|vândut|vândută|bun preț|bună ofertă|bună alegere|avantajos)|popular|recomandat|recomandată|cele mai vândute|preferat|recomandarea noastră|alegerea populară',
  otherBadge: 'nou|în curând|planul actual|in curand',
  from: 'de la|începând de la|începând cu|pornind de la|incepand de la',
  seat: { noun: String.raw`utilizator\p{L}*|persoan[ăae]|membru|angajat|licență|loc|user` },
  upTo: 'până la|pana la',
  during: 'pentru|pe',
  setup: String.raw`instalare|taxă de (?:instalare|activare|configurare)|configurare inițială|implementare`,
  savingBefore: 'economisești|economisiți|economie de|până la|reducere de|în valoare de|reducere',
  savingAfter: 'reducere|economie|discount|mai puțin',
  wasBefore: 'în loc de|în locul|înainte|preț normal|preț vechi|de obicei',
  about: 'aproximativ|circa|total|cca|aprox',
  minimum: 'minim|minimum',
  first: String.raw`(?:în |pentru )?(?:prima|primele|primul)\s+(?:\d+\s+|trei )?(?:lun|săptămân|an)`,
  aside: 'tva|fără tva|plus tva|facturat',
  currencies: { lei: 'ron', Lei: 'ron', LEI: 'ron', leu: 'ron' },
}
