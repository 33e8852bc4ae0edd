import type { Words } from './Words.ts'

export const danish: Words = {
  script: 'latin',
  per: String.raw`per|pr\.?|hver`,
  perTime: 'om|i|hver',
  second: { noun: 'sekund(?:er)?' },
  minute: { noun: 'minut(?:ter)?' },
  hour: { noun: 'time' },
  day: { noun: 'dag|døgn', adverb: 'dagligt', alone: String.raw`daglig\p{L}*` },
  week: { noun: 'uge', adverb: 'ugentligt', alone: 'ugentligt?|ugentlige' },
  month: {
    noun: 'måned(?:en|er)?|md|mdr|mnd',
    adverb: 'månedligt|månedlig|månedsvis',
    alone: String.raw`måned(?:lig\p{L}*|svis|en)?|md\.|mdl\.`,
  },
  quarter: { noun: 'kvartal', adverb: 'kvartalsvist?' },
  year: {
    noun: 'år(?:et)?',
    adverb: 'årligt|årlig|om året',
    alone: String.raw`årlig\p{L}*|årspris`,
  },
  oneTime: String.raw`engangs(?:betaling|beløb|gebyr|pris|køb)?|livstid|for altid|én gang|på livstid`,
  billedYearly:
    'faktureres årlig|betales årlig|opkræves årlig|årlig (?:betaling|fakturering|opkrævning)|ved årlig|afregnes årlig|årsabonnement|ved årsbetaling|betalt årlig|faktureret årlig',
  billedMonthly:
    'faktureres månedlig|betales månedlig|opkræves månedlig|månedlig (?:betaling|fakturering)|ved månedlig|afregnes månedlig',
  free: 'gratis|altid gratis|gratis for altid|helt gratis|uden beregning',
  freeLead: 'gratis',
  onRequest:
    'efter aftale|på forespørgsel|pris på forespørgsel|tilpasset|skræddersyet|få et tilbud|individuel pris|individuelt|efter tilbud|kontakt for pris|tilbud',
  contact:
    'kontakt os|kontakt (?:salg|vores salgsteam)|tal med (?:os|salg)|få tilbud|få et tilbud|bed om tilbud|kontakt|anmod om tilbud|kontakt os for pris',
  popular:
    'mest populær(?:e)?|populær|anbefalet|anbefales|vi anbefaler|bedst sælgende|bestseller|bedste (?:værdi|valg|pris)|mest valgte|mest valgt|populært valg|vores anbefaling|mest solgte|favorit',
  otherBadge: 'nyhed|ny|kommer snart|nuværende plan',
  from: 'fra|kun fra|starter ved|priser fra',
  seat: { noun: 'brugere?|bruger|medlem|medarbejder|person|licens|plads' },
  upTo: 'op til',
  during: 'for|i',
  setup: 'oprettelsesgebyr|oprettelse|opstartsgebyr|etableringsgebyr|opsætning|implementering',
  savingBefore: 'spar|du sparer|rabat på|op til|værdi|besparelse på',
  savingAfter: 'rabat|besparelse|billigere',
  wasBefore: 'i stedet for|tidligere|normalpris|før|normalt',
  about: 'cirka|omkring|i alt|ca\\.?',
  minimum: 'minimum|mindst',
  first: String.raw`(?:den |de |i )?første\s+(?:\d+\s+|tre )?(?:måned|uge|år)`,
  aside: 'ekskl|inkl|ex moms|moms|faktureres|opkræves|betales',
  currencies: { kroner: 'dkk' },
}
