import type { Words } from './Words.ts'

export const polish: Words = {
  script: 'latin',
  per: 'za każdego|za każdą|za każdy',
  perTime: 'za|na|w|co|każdego|od',
  second: { noun: String.raw`sekund\p{L}*` },
  minute: { noun: String.raw`minut\p{L}*` },
  hour: { noun: String.raw`godz(?:in\p{L}*)?`, alone: 'godzinowo' },
  day: { noun: 'dzień|dnia|dni|dziennie', adverb: 'dziennie', alone: String.raw`dzienn\p{L}+` },
  week: {
    noun: String.raw`tydzień|tygodni\p{L}*|tyg`,
    adverb: 'tygodniowo',
    alone: 'tygodniow[oay]',
  },
  month: {
    noun: String.raw`mies(?:i[ąae]c\p{L}*)?|m-?c`,
    adverb: 'miesięcznie',
    alone: String.raw`miesięczn\p{L}+`,
  },
  quarter: {
    noun: String.raw`kwartał\p{L}*`,
    adverb: 'kwartalnie',
    alone: String.raw`kwartaln\p{L}+`,
  },
  year: { noun: 'rok|roku|lata?', adverb: 'rocznie', alone: String.raw`roczn\p{L}+|corocznie` },
  oneTime: String.raw`jednorazow\p{L}*|dożywotni\p{L}*|na zawsze|raz na zawsze`,
  billedYearly: String.raw`(?:płatne|płatność|rozliczane|rozliczenie|rozliczany|opłata|faktura|fakturowane) (?:z góry )?(?:roczn|za rok|raz w roku|co rok)|przy (?:płatności|rozliczeniu|subskrypcji|abonamencie) (?:roczn|z góry za rok|za rok)|roczn\p{L}+ (?:płatność|płatności|rozliczenie|abonament|subskrypcja)`,
  billedMonthly: String.raw`(?:płatne|płatność|rozliczane|rozliczenie|opłata|fakturowane) miesięczn|przy (?:płatności|rozliczeniu) miesięczn|miesięczn\p{L}+ (?:płatność|rozliczenie)`,
  free: 'za darmo|darmowy|darmowe|darmowa|bezpłatny|bezpłatnie|bezpłatne|gratis|zawsze za darmo|bez opłat',
  freeLead: 'za darmo|bezpłatnie',
  onRequest:
    'na zapytanie|wycena indywidualna|indywidualna wycena|indywidualnie|cena indywidualna|indywidualny|do uzgodnienia|do ustalenia|ustalana indywidualnie|na życzenie',
  contact: String.raw`skontaktuj się(?: z nami| z działem sprzedaży)?|kontakt|napisz do nas|porozmawiajmy|zapytaj o (?:cenę|ofertę|wycenę)|poproś o (?:wycenę|ofertę)|zamów wycenę`,
  popular:
    'najpopularniejsz[yea]|polecan[yea]|najczęściej wybieran[yea]|popularn[yea]|rekomendowan[yea]|bestseller|najlepszy wybór|najlepsza wartość|najchętniej wybieran[yea]|hit|polecamy|najlepsza oferta',
  otherBadge: 'nowość|nowe|wkrótce|obecny plan|już wkrótce',
  from: 'od|już od|zaczyna się od|ceny od',
  seat: {
    noun: String.raw`użytkownik\p{L}*|os(?:oba|obę|oby|ób)?|pracownik\p{L}*|stanowisk\p{L}*|licencj\p{L}+|agenta|miejsce`,
  },
  upTo: 'do',
  during: 'za|na|przez',
  setup: String.raw`wdrożeni\p{L}+|opłata (?:startowa|aktywacyjna|instalacyjna|wdrożeniowa)|konfiguracj\p{L}+`,
  savingBefore: 'oszczędzasz|oszczędź|oszczędność|rabat|zniżka|do|o wartości',
  savingAfter: 'rabatu|zniżki|taniej|oszczędności|mniej',
  wasBefore: 'zamiast|wcześniej|przedtem|cena regularna|regularnie|było',
  about: 'około|ok|ok\\.|łącznie|razem',
  minimum: 'minimum|min',
  first: String.raw`(?:przez |za )?pierwsz\p{L}{1,3}\s+(?:\d+\s+|trzy )?(?:miesiąc|miesiące|miesięcy|tydzień|rok)`,
  aside: 'netto|brutto|płatne|rozliczane',
  currencies: { złotych: 'pln', złote: 'pln', zl: 'pln' },
  signs: { zł: 'pln', ZŁ: 'pln' },
}
