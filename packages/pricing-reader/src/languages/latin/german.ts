import type { Words } from '../Words.ts'

export const german: Words = {
  script: 'latin',
  per: 'pro|je',
  perTime: 'im|in der|am|jede[nrs]?|alle',
  second: { noun: 'sekunden?|sek' },
  minute: { noun: 'minuten?|min' },
  hour: { noun: 'stunden?|std', adverb: String.raw`stündlich\p{L}*` },
  day: { noun: 'tage?n?', adverb: String.raw`täglich\p{L}*` },
  week: { noun: 'wochen?', adverb: String.raw`wöchentlich\p{L}*` },
  month: {
    noun: 'monate?n?|mon',
    adverb: String.raw`monatlich\p{L}*`,
    alone: String.raw`mtl\.?|monatspreis`,
  },
  quarter: {
    noun: 'quartale?',
    adverb: String.raw`vierteljährlich\p{L}*`,
    alone: 'quartalsweise',
  },
  year: { noun: 'jahre?n?', adverb: String.raw`jährlich\p{L}*`, alone: 'jahrespreis' },
  oneTime: String.raw`einmalig\p{L}*|einmalzahlung|einmalkauf|lebenslang\p{L}*|auf lebenszeit|für immer`,
  billedYearly:
    'jährliche?r? (?:abgerechnet|abrechnung|zahlung|zahlweise|gezahlt|bezahlt|berechnet)|bei jährlich|im jahresabo|bei jahresabo|bei jahreszahlung|abrechnung jährlich|jährlich im voraus',
  billedMonthly:
    'monatliche?r? (?:abgerechnet|abrechnung|kündbar|zahlung|zahlweise|bezahlt)|bei monatlich',
  free: 'gratis|kostenlos|kostenfrei|umsonst|für immer kostenlos|dauerhaft kostenlos|immer kostenlos|unentgeltlich',
  freeLead: 'gratis|kostenlos|kostenfrei',
  onRequest:
    'auf anfrage|preis auf anfrage|preise auf anfrage|individuell|individueller preis|individuelle preise|individuelles angebot|nach vereinbarung|nach absprache|nach aufwand',
  contact:
    'kontaktieren sie uns|kontakt|kontaktiere uns|kontaktier uns|kontakt aufnehmen|sprechen sie uns an|angebot anfordern|angebot anfragen|vertrieb kontaktieren|sprechen wir|jetzt anfragen',
  popular:
    'beliebt|am beliebtesten|beliebteste wahl|beliebtester tarif|beliebteste|meist gewählt|meistgewählt|am häufigsten gewählt|meistgekauft|empfohlen|empfehlung|unsere empfehlung|unser tipp|bestseller|bestes angebot|top[- ]seller|bestes preis-leistungs-verhältnis|sehr beliebt',
  otherBadge: 'bald verfügbar|demnächst(?: verfügbar)?|neu|aktueller plan|jederzeit kündbar',
  from: 'ab|bereits ab|schon ab|ab nur',
  seat: {
    noun: 'nutzer(?:in|innen)?|benutzer(?:in|innen)?|user|mitarbeiter(?:in|innen)?|arbeitspl(?:atz|ätze)|lizenz|sitz(?:platz)?|platz|teammitglied|mitglied|person|kopf|anwender',
  },
  upTo: 'bis zu|bis',
  during: 'für',
  setup: String.raw`(?:erst)?einricht\p{L}*|aktivierungsgebühr|bereitstellungsgebühr`,
  savingBefore: 'spare|sparen|sparst|sie sparen|ersparnis(?: von)?|rabatt von|im wert von|wert',
  savingAfter: 'rabatt|ersparnis|sparen|gespart|günstiger|guthaben',
  wasBefore: 'statt|anstatt|vorher|uvp|bisher|früher|regulär|normalpreis',
  about: String.raw`ca\.?|etwa|rund|circa|ungefähr|insgesamt`,
  minimum: 'mindestens|mind',
  first: String.raw`(?:den |im |die |der |in den )?erste[nrs]?\s+(?:\d+\s+|zwei |drei |sechs )?(?:monat|woche|jahr)`,
  aside: 'zzgl|inkl|exkl|abgerechnet',
  unlimited: String.raw`unbegrenzt\p{L}*|unbeschränkt\p{L}*|unlimitiert\p{L}*|grenzenlos\p{L}*|ohne limit|ohne begrenzung`,
  once: String.raw`einmalig\p{L}*|zum start`,
  lifetime: 'auf lebenszeit|lebenslang',
  everythingIn: String.raw`(?:enthält\s+)?alle?s?\s+(?:(?:funktionen|features|leistungen|vorteile|inhalte)\s+)?(?:aus|von|vom|im|in|des|der|was in|wie (?:in|im|bei))\s+(?:dem\s+|der\s+)?`,
  previous: 'vorherigen?|niedrigeren|vorigen',
  included: String.raw`ja|enthalten|inklusive|inbegriffen|verfügbar|vorhanden|inkl\.?`,
  notIncluded: 'nein|nicht (?:enthalten|verfügbar|inbegriffen|inklusive|vorhanden)|kein|keine',
  without: 'kein(?:e|en|er)?|ohne|nicht enthalten:?',
  missing: 'nicht (?:enthalten|verfügbar|inbegriffen)',
  credit: 'guthaben(?:punkte)?|kredite|punkte|münzen',
}
