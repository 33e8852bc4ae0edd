import type { Words } from '../Words.ts'

export const italian: Words = {
  script: 'latin',
  per: 'per',
  perTime: 'ogni|al|alla|a',
  second: { noun: 'second[oi]' },
  minute: { noun: 'minut[oi]' },
  hour: { noun: 'or[ae]', alone: "all['’]ora" },
  day: { noun: 'giorn[oi]', adverb: 'giornalier[oaie]' },
  week: { noun: 'settiman[ae]', adverb: 'settimanal[ei]|settimanalmente' },
  month: { noun: 'mes[ei]', adverb: 'mensil[ei]|mensilmente' },
  quarter: { noun: 'trimestr[ei]', adverb: 'trimestral[ei]|trimestralmente' },
  year: { noun: 'ann[oi]', adverb: 'annual[ei]|annualmente', alone: "all['’]anno|annuo|annui" },
  oneTime: 'una tantum|pagamento unico|una sola volta|una volta|a vita|per sempre|acquisto unico',
  billedYearly:
    "fatturat[oaie] (?:annual|all['’]anno|ogni anno|una volta all)|fatturazione annuale|(?:con|col) (?:il )?piano annuale|pagamento annuale|pagat[oaie] annual|abbonamento annuale|addebitat[oaie] annual",
  billedMonthly:
    'fatturat[oaie] mensil|fatturazione mensile|pagamento mensile|pagat[oaie] mensil|con (?:il )?piano mensile',
  free: 'gratis|gratuito|gratuita|gratuitamente|gratis per sempre|sempre gratis|gratuito per sempre',
  freeLead: 'gratis|gratuito',
  onRequest:
    'su misura|su richiesta|personalizzato|prezzo personalizzato|prezzo su richiesta|su preventivo|preventivo|da concordare|a richiesta',
  contact:
    "contattaci|contatta(?: le| il team| l['’]ufficio)? (?:vendite|commerciale|noi)|parla con (?:noi|un esperto|le vendite)|richiedi (?:un )?(?:preventivo|preventivo gratuito|informazioni)|parliamone",
  popular:
    '(?:il )?più (?:popolare|venduto|scelto|richiesto|amato)|popolare|consigliato|consigliata|raccomandato|migliore offerta|miglior (?:valore|prezzo|scelta|rapporto qualità[- ]prezzo)|scelta migliore|la scelta più popolare',
  otherBadge: 'nuovo|novità|in arrivo|prossimamente|piano attuale',
  from: 'da|a partire da|a partire|partire da',
  seat: {
    noun: 'utent[ei]|postazion[ei]|person[ae]|membr[oi]|licenz[ae]|dipendent[ei]|collaborator[ei]|operator[ei]',
  },
  upTo: 'fino a',
  during: 'per',
  setup:
    'costo di attivazione|costi di attivazione|attivazione iniziale|configurazione iniziale|installazione',
  savingBefore: 'risparmia|risparmi|risparmio di|fino a|sconto di|del valore di',
  savingAfter: 'di (?:sconto|risparmio|credito)|sconto|in meno',
  wasBefore: 'invece di|anziché|prima|prezzo normale|prezzo di listino',
  about: 'circa|totale',
  minimum: 'minimo',
  first: String.raw`(?:il |i |per il |per i )?prim[oi]\s+(?:\d+\s+|tre |due |sei )?(?:mese|mesi|settimana|anno)`,
  aside: 'iva|più iva|fatturato|oltre iva',
  unlimited: String.raw`illimitat\p{L}+|senza limiti`,
  once: 'una tantum|una volta',
  lifetime: 'a vita',
  everythingIn: String.raw`tutt[oe]\s+(?:(?:le\s+)?(?:funzionalità|funzioni)\s+)?(?:(?:quello|ciò)\s+)?(?:che c[’']è in|di|del|in|da|nel|incluso in)\s+`,
  previous: 'precedent[ei]',
  included: 'sì|inclus[oaei]|compres[oaei]|disponibile',
  notIncluded: 'non (?:inclus[oaei]|disponibile|compres[oaei])',
  without: 'senza|nessun[ao]?',
  missing: 'non (?:inclus[oaei]|disponibile)',
  credit: 'crediti|gettoni|punti',
}
