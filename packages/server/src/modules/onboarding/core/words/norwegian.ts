import type { Words } from './Words.ts'

export const norwegian: Words = {
  script: 'latin',
  per: String.raw`per|pr\.?|hver`,
  perTime: 'i|om|hver',
  second: { noun: 'sekund(?:er)?' },
  minute: { noun: 'minutt(?:er)?' },
  hour: { noun: 'time' },
  day: { noun: 'dag|døgn', adverb: 'daglig', alone: String.raw`daglig\p{L}*` },
  week: { noun: 'uke', adverb: 'ukentlig', alone: 'ukentlige?' },
  month: {
    noun: 'måned(?:en|er)?|mnd|md|mån',
    adverb: 'månedlig|månedsvis',
    alone: String.raw`måned(?:lig\p{L}*|svis|en)?|mnd\.`,
  },
  quarter: { noun: 'kvartal', adverb: 'kvartalsvis' },
  year: { noun: 'år(?:et)?', adverb: 'årlig|i året', alone: String.raw`årlig\p{L}*|årspris` },
  oneTime: String.raw`engangs(?:betaling|beløp|kostnad|avgift|kjøp|pris)?|livstid|for alltid|én gang`,
  billedYearly:
    'faktureres årlig|betales årlig|belastes årlig|årlig (?:betaling|fakturering|belastning)|ved årlig|årsabonnement|betalt årlig|fakturert årlig|ved årsbetaling',
  billedMonthly:
    'faktureres månedlig|betales månedlig|belastes månedlig|månedlig (?:betaling|fakturering)|ved månedlig',
  free: 'gratis|alltid gratis|gratis for alltid|helt gratis|kostnadsfritt|kostnadsfri',
  freeLead: 'gratis',
  onRequest:
    'på forespørsel|pris på forespørsel|etter avtale|tilpasset|skreddersydd|individuell pris|få tilbud|be om tilbud|tilbud|kontakt oss for pris',
  contact:
    'kontakt oss|kontakt (?:salg|salgsteamet)|snakk med (?:oss|salg)|få (?:et )?tilbud|ta kontakt|kontakt',
  popular:
    'mest populære?|populær|populært valg|anbefalt|anbefales|vi anbefaler|bestselger|best verdi|mest valgte?|beste (?:valg|verdi|pris)|vår anbefaling|mest solgte|favoritt',
  otherBadge: 'nyhet|ny|kommer snart|nåværende plan',
  from: 'fra|kun fra|priser fra',
  seat: { noun: 'brukere?|bruker|medlem|ansatt|person|lisens|plass' },
  upTo: 'opptil|inntil',
  during: 'for|i',
  setup: 'etablering|etableringsgebyr|oppstartskostnad|oppstart|oppsett|implementering',
  savingBefore: 'spar|du sparer|rabatt på|opptil|verdi|besparelse på',
  savingAfter: 'rabatt|besparelse|billigere',
  wasBefore: 'i stedet for|tidligere|ordinær pris|før|vanligvis|normalpris',
  about: 'cirka|omtrent|totalt|rundt',
  minimum: 'minimum|minst',
  first: String.raw`(?:den |de |i )?første\s+(?:\d+\s+|tre )?(?:måned|uke|år)`,
  aside: 'ekskl|eks|inkl|mva|ex mva|faktureres|betales',
  currencies: { kroner: 'nok' },
}
