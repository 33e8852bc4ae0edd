import type { Words } from './Words.ts'

export const dutch: Words = {
  script: 'latin',
  per: 'per|elke?|iedere?',
  perTime: 'in de',
  second: { noun: 'seconden?|sec' },
  minute: { noun: 'minuut|minuten' },
  hour: { noun: 'uur|uren' },
  day: { noun: 'dag(?:en)?', adverb: 'dagelijkse?' },
  week: { noun: 'week|weken', adverb: 'wekelijkse?' },
  month: {
    noun: 'maand(?:en)?|mnd',
    adverb: 'maandelijkse?',
    alone: String.raw`p/mnd|p/maand|p\.m(?:nd)?\.`,
  },
  quarter: { noun: 'kwartaal|kwartalen', alone: 'driemaandelijks' },
  year: { noun: 'jaar|jaren|jr', adverb: 'jaarlijkse?', alone: 'p/jaar|p/jr' },
  oneTime: 'eenmalige?|éénmalig|levenslange?|voor altijd',
  billedYearly:
    'per jaar vooruit|jaarlijks (?:gefactureerd|betaald|gefact|vooruit|afgerekend)|bij jaarlijkse (?:betaling|facturatie)|jaarlijkse (?:betaling|facturatie|facturering)|jaarabonnement|(?:gefactureerd|betaald) per jaar|bij jaarbetaling',
  billedMonthly:
    'maandelijks (?:gefactureerd|betaald|opzegbaar)|maandelijkse (?:betaling|facturatie)|(?:gefactureerd|betaald) per maand',
  free: 'gratis|kosteloos|altijd gratis|voor altijd gratis',
  freeLead: 'gratis',
  onRequest: 'op maat|op aanvraag|prijs op aanvraag|maatwerk|in overleg|offerte op maat',
  contact:
    'neem contact op|contact opnemen|contacteer ons|offerte aanvragen|vraag offerte aan|vraag (?:een )?offerte|neem contact met ons op|praat met sales',
  popular:
    'meest (?:gekozen|populair|populaire|verkocht|verkochte)|aanbevolen|populair|beste (?:keuze|koop|prijs|waarde)|aanrader|populairste|favoriet|populaire keuze|onze aanrader',
  otherBadge: 'nieuw|binnenkort(?: beschikbaar)?|huidig (?:plan|abonnement)',
  from: 'vanaf|v\\.a\\.',
  seat: {
    noun: 'gebruikers?|plaats(?:en)?|medewerkers?|persoon|personen|leden|lid|licenties?|werknemers?|teamlid',
  },
  upTo: 'tot',
  during: 'voor',
  setup: 'opstartkosten|installatiekosten|eenmalige kosten|activatiekosten|implementatie',
  savingBefore: 'bespaar|je bespaart|besparing van|tot|korting van|ter waarde van|t\\.w\\.v\\.',
  savingAfter: 'korting|besparing|goedkoper|besparen|tegoed',
  wasBefore: 'in plaats van|i\\.p\\.v\\.|normaal|voorheen',
  about: 'ongeveer|circa|totaal|rond',
  minimum: 'minimaal|minimum',
  first: String.raw`(?:de |het |je )?eerste\s+(?:\d+\s+|twee |drie |zes )?(?:maand|week|jaar)`,
  aside: 'excl|incl|btw|gefactureerd',
}
