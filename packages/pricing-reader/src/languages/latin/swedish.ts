import type { Words } from '../Words.ts'

export const swedish: Words = {
  script: 'latin',
  per: 'per',
  perTime: 'om|varje|var',
  second: { noun: 'sekund(?:er)?' },
  minute: { noun: 'minut(?:er)?' },
  hour: { noun: 'timm[ea]r?|tim' },
  day: { noun: 'dag(?:en)?|dygn', adverb: 'dagligen', alone: 'daglig' },
  week: { noun: 'veck(?:a|or)', adverb: 'veckovis' },
  month: {
    noun: 'mån(?:ad(?:en|er)?)?',
    adverb: 'månad(?:en|svis)',
    alone: String.raw`månad(?:en|svis|sbetalning|skostnad|spris|svisa)?|månatlig\p{L}*|kr/mån`,
  },
  quarter: { noun: 'kvartal', adverb: 'kvartalsvis' },
  year: {
    noun: 'år(?:et)?',
    adverb: 'årligen|om året',
    alone: String.raw`årlig\p{L}*|årsvis|årspris`,
  },
  oneTime: 'engångs(?:betalning|kostnad|avgift|köp|pris)?|livstid|för alltid|engångsbelopp',
  billedYearly:
    'faktureras år|betalas år|debiteras (?:år|per år)|faktureras per år|årsvis (?:betalning|fakturering)|årlig (?:betalning|fakturering|debitering)|vid år(?:lig|sbetalning|svis)|årsbetalning|betala(?:s)? årsvis|med årsabonnemang',
  billedMonthly:
    'faktureras månad|betalas månad|debiteras månad|månadsvis (?:betalning|fakturering)|vid månadsbetalning',
  free: 'gratis|kostnadsfri|kostnadsfritt|alltid gratis|gratis för alltid|helt gratis',
  freeLead: 'gratis|kostnadsfritt',
  onRequest:
    'offert|på begäran|enligt offert|pris på begäran|skräddarsytt|skräddarsydd|anpassat|anpassad|anpassat pris|enligt överenskommelse|begär offert|individuell offert|kontakta oss för pris|pris på förfrågan|på förfrågan|individuellt pris',
  contact:
    'kontakta oss|kontakta (?:sälj|försäljning|säljteamet)|prata med (?:oss|sälj|en expert)|få offert|begär (?:en )?offert|hör av dig|kontakt|be om offert',
  popular:
    'mest populär(?:a)?|populär(?:ast|aste)?|rekommenderas|rekommenderad|rekommenderat|populärast|bästsäljare|bäst värde|mest vald|mest valda|bästa val(?:et)?|bästa värdet|populärt val|vår favorit|mest prisvärd|mest sålda',
  otherBadge: 'nyhet|ny|kommer snart|nuvarande plan',
  from: 'från|fr\\.?o\\.?m\\.?|från endast',
  seat: { noun: 'användare|person(?:er)?|medlem|anställd|licens|plats' },
  upTo: 'upp till',
  during: 'för|i',
  setup:
    'uppstartsavgift|startavgift|startkostnad|installationsavgift|uppläggningsavgift|implementering',
  savingBefore: 'spara|du sparar|rabatt på|upp till|värde|besparing på',
  savingAfter: 'rabatt|besparing|billigare',
  wasBefore: 'istället för|tidigare|ordinarie(?: pris)?|ord\\.? pris|förut',
  about: 'cirka|ungefär|totalt|omkring',
  minimum: 'minst|minimum',
  first: String.raw`(?:den |de |i )?första\s+(?:\d+\s+|tre )?(?:månad|vecka|år)`,
  aside: 'exkl|inkl|ex moms|moms|faktureras|debiteras',
  unlimited: String.raw`obegräns\p{L}+|utan gräns`,
  once: 'engångs|vid registrering',
  lifetime: 'livstid',
  everythingIn: String.raw`allt\s+(?:som ingår\s+)?(?:i|från)\s+|alla\s+funktioner\s+(?:i|från)\s+`,
  previous: 'föregående|tidigare',
  included: 'ja|ingår|inkluderat|tillgänglig',
  notIncluded: 'nej|ingår ej|ingår inte|ej inkluderat',
  without: 'utan|ingen|inga|inget',
  missing: 'ingår (?:ej|inte)',
  credit: 'krediter|poäng',
  nuisance: String.raw`reklam\p{L}*|annons\p{L}*|vattenstämp\p{L}*|bindningstid|avgift\p{L}*|begränsning\p{L}*`,
  capability: String.raw`support|åtkomst|tillgång|integration\p{L}*|export`,
  currencies: { kronor: 'sek', ':-': 'sek' },
}
