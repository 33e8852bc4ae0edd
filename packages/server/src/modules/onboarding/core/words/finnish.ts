import type { Words } from './Words.ts'

export const finnish: Words = {
  script: 'latin',
  per: 'per|joka',
  second: { noun: 'sekunti', adverb: 'sekunnissa' },
  minute: { noun: 'minuutti', adverb: 'minuutissa' },
  hour: { noun: 'tunti|tunnissa', adverb: 'tunnissa', alone: 'tunnilta|tuntiveloitus' },
  day: { noun: 'päivä|pv', adverb: 'päivässä|päivittäin' },
  week: { noun: 'viikko|vko', adverb: 'viikossa|viikoittain' },
  month: {
    noun: 'kk|kuukausi|kuukaudessa|kuu',
    adverb: 'kuukaudessa|kuukausittain|kuussa',
    alone: String.raw`kuukausittai\p{L}+|kuukausimaksu`,
  },
  quarter: { noun: 'neljännesvuosi|3 kk', adverb: 'neljännesvuosittain' },
  year: {
    noun: 'vuosi|vuodessa',
    short: 'v',
    adverb: 'vuodessa|vuosittain',
    alone: String.raw`vuosittai\p{L}+|vuosimaksu`,
  },
  oneTime: String.raw`kertamaksu\p{L}*|kertaluont\p{L}+|ikuisesti|elinikäi\p{L}+|kertaosto`,
  billedYearly:
    'laskutetaan vuosittain|vuosilaskutus|vuosittainen laskutus|maksetaan vuosittain|vuosimaksulla|vuosittain laskutettuna|vuositilauksella|veloitetaan vuosittain',
  billedMonthly:
    'laskutetaan kuukausittain|kuukausilaskutus|kuukausittainen laskutus|maksetaan kuukausittain|kuukausittain laskutettuna|veloitetaan kuukausittain',
  free: 'ilmainen|ilmaiseksi|maksuton|aina ilmainen|ikuisesti ilmainen|täysin ilmainen|veloituksetta',
  freeLead: 'ilmainen|ilmaiseksi',
  onRequest:
    'pyydä tarjous|tarjouksen mukaan|räätälöity|sopimuksen mukaan|kysy tarjous|räätälöity hinta|hinta pyynnöstä|pyynnöstä|kysy hintaa|sopimushinta|yksilöllinen',
  contact:
    'ota yhteyttä|ota yhteyttä myyntiin|yhteydenotto|pyydä (?:tarjous|hinta)|varaa aika|keskustele myynnin kanssa|jätä yhteydenottopyyntö',
  popular:
    'suosituin|suosittu|suosittelemme|suositeltu|paras (?:valinta|vastine|arvo|hinta)|myydyin|valituin|suosikki|suosittu valinta|suositus|eniten valittu',
  otherBadge: 'uusi|uutuus|tulossa(?: pian)?|nykyinen paketti',
  from: 'alkaen|alk\\.?',
  fromAfter: 'alkaen|alk\\.',
  seat: {
    noun: 'käyttäjä|hlö|henkilö|jäsen|työntekijä|lisenssi',
    alone: 'käyttäjältä|käyttäjää kohti|käyttäjää kohden|henkilöltä|per käyttäjä',
  },
  upTo: 'jopa|enintään',
  setup: 'aloitusmaksu|avausmaksu|käyttöönotto|perustamismaksu|asennusmaksu',
  savingBefore: 'säästä|säästät|säästö|alennus|jopa|arvo',
  savingAfter: 'alennus|säästö|halvempi|säästöä',
  wasBefore: 'aiemmin|norm\\.?|normaalisti|ennen',
  about: 'noin|yhteensä|n\\.',
  minimum: 'vähintään|minimi',
  first: String.raw`ensimmäi(?:nen|set|sen|seltä)\s+(?:\d+\s+)?(?:kuukausi|kuukautta|kuukauden|kk|vuosi)`,
  aside: 'alv|sis\\.? alv|laskutetaan|veloitetaan',
}
