import type { Words } from '../Words.ts'

const BY_YEAR = 'annual|year|once a year|every 12|per annum'
const PERIODS = 'billing|payment|plan|subscription|commitment|contract|prepay|discount'

export const english: Words = {
  script: 'latin',
  per: 'per',
  perTime: 'an?|each|every',
  second: { noun: 'seconds?|secs?', short: 's' },
  minute: { noun: 'minutes?|mins?' },
  hour: { noun: 'hours?|hrs?', short: 'h', adverb: 'hourly' },
  day: { noun: 'days?', adverb: 'daily', alone: '1 day|24 hours' },
  week: { noun: 'weeks?|wk', adverb: 'weekly' },
  month: {
    noun: '(?:calendar |billing )?mo(?:nths?|nthly|s)?|mth|mnth|30 ?days',
    short: 'm',
    adverb: 'monthly',
    alone: String.raw`per user per month|permo(?:nth)?|month-to-month|\bmo|\bpm|pcm|pupm|p\.?/?m\.?(?=\s|$)`,
  },
  quarter: {
    noun: '3 ?(?:mo|months)|quarter|qtr',
    adverb: 'quarterly',
    alone: 'every (?:3|three) months|3 months',
  },
  year: {
    noun: '12 ?mo(?:nths?)?|years?|yrs?|yearly|annum|annual',
    short: 'y|a',
    adverb: 'yearly|annually|annual',
    alone: String.raw`peryear|12 months|p\.?a\.?(?=\s|$)`,
  },
  oneTime:
    'one[- ]?time|one[- ]?off|once|lifetime|life-time|single payment|pay once|forever|perpetual|per project|per session|flat fee',
  billedYearly: String.raw`(?:billed|paid|charged|invoiced|pay|payable|billing|bill)\s+(?:[\w$€£,.]+\s+){0,3}?(?:${BY_YEAR})|(?:annual|yearly)(?:ly)? (?:${PERIODS})|with annual|if (?:billed )?annual|when (?:billed|paid) (?:annual|yearly)|annually billed`,
  billedMonthly: String.raw`(?:billed|paid|charged|invoiced|pay|billing)\s+(?:[\w$€£,.]+\s+){0,3}?month|month-to-month|monthly (?:billing|payment|plan)|if monthly`,
  free: String.raw`free|complimentary|free forever|forever free|always free|free plan|it['’]s free|\$?0 forever|free of charge|no cost|completely free|100% free|free to use|free to start|free during beta`,
  freeLead: "(?:always |forever |completely |it['’]?s )?free",
  onRequest:
    "custom|custom pricing|custom price|custom quote|tailored(?: pricing)?|bespoke|let['’]?s talk|contact (?:us|sales)|contact us for pricing|contact for pricing|on request|upon request|price on request|poa|flexible pricing|talk to (?:us|sales)|get (?:a )?quote|enterprise pricing|volume pricing|varies|request a quote",
  contact:
    "customi[sz]ed|custom plan|contact(?: us| sales| our sales team| our team| for pricing| us for pricing| for a quote)?|contact sales(?: team)?|let['’]?s (?:talk|chat)|talk to (?:us|sales|an expert|our team|the team)|get (?:a |in )?(?:quote|touch|custom quote|pricing)|request (?:a )?(?:quote|pricing|demo)|quote|book a (?:demo|call)|schedule a (?:demo|call)|speak (?:to|with) (?:us|sales|an expert)|get a demo|call us|call for pricing|enquire|inquire",
  popular:
    "(?:our |the )?(?:most popular|popular|most popular choice|popular choice|most chosen|most loved|recommended|best value|best seller|bestseller|best deal|best choice|featured|top pick|editor'?s choice|recommended for you|best for most|great value|most value)(?: plan| choice| option)?",
  otherBadge: String.raw`new|beta|available(?: now)?|coming soon|current plan|your plan|save \d+\s?%|-?\d+\s?% off|limited(?: time)?(?: offer)?|early bird|sale|launch offer|no credit card(?: required)?|cancel any ?time|save .{1,20}`,
  from: 'from|starting (?:at|from)|starts (?:at|from)|start at|begins at|as low as',
  fromAfter: 'and up|or more|onwards',
  seat: {
    noun: '(?:active |additional |licensed |paid |named )?(?:user|seat|member|person|agent|employee|editor|developer|host|admin|operator|creator|contributor|teammate|team member|license|licence|head|individual|physician|provider|recruiter|technician|rep|student|teacher|driver|end[- ]?user)s?',
    alone: String.raw`(?:end[- ])?(?:user|seat|member|agent|editor)s?\s?/\s?(?:mo|month|yr|year)`,
  },
  upTo: 'up to|over',
  during: 'for',
  setup: String.raw`set-?\s?up|onboarding fee|activation fee|implementation|installation|initial fee|joining fee`,
  savingBefore: String.raw`saved?(?: us| me)?|saves|saving|savings of|you save|discount of|worth|valued at|value of|value|up to|over|under|more than|less than|vs\.?|versus|compared to|minus|bonus|earn|get|refund|budget of|hire`,
  savingAfter: String.raw`off\b|discount|savings?\b|saved\b|value\b|worth\b|cheaper|(?:in |of )?(?:free )?(?:api |usage |platform |ad )?credits?\b|bonus|less\b`,
  wasBefore:
    'was|were|normally|regular(?:ly)?(?: price)?|instead of|originally|original price|compared? at|compared? to|list price|retail|usually|rrp|msrp|before|after that|thereafter|then|renews at|renews for|converts (?:in)?to|continues at',
  about: String.raw`ca\.?|approx\.?|about|around|first|next|above|below|total`,
  minimum: 'min|minimum',
  first: String.raw`(?:the |your )?first\s+(?:\d+\s+)?(?:month|week|day)`,
  aside: 'billed|paid|plus|excl|incl',
  unlimited: 'unlimitt?ed|un-limited|infinite|limitless|uncapped|no limits?|without limits?',
  once: 'one[- ]time(?! password| code| use| link)|one[- ]off|once|(?:up)?on sign[- ]?up|at sign[- ]?up|when you sign up|to start(?: with)?|to get started|for signing up|sign[- ]?up bonus|welcome',
  lifetime: 'lifetime|for life',
  everythingIn: String.raw`(?:includes?\s+|get\s+)?(?:everything|all(?:\s+(?:of\s+)?(?:the\s+)?(?:features?|benefits?|perks|functionality|capabilities|stuff))?(?:\s+(?:that\s+is\s+)?included)?)\s+(?:that[’']s\s+|included\s+|available\s+)?(?:in|from|of|on)\s+`,
  previous: String.raw`(?:the\s+)?(?:previous|prior|lower|preceding)(?:\s+(?:plans?|tiers?))?|above`,
  included: String.raw`yes|y|true|included|incl\.?|check|available`,
  notIncluded: 'no|n|false|none|n/a|not (?:included|available)|unavailable|excluded',
  without: "no|not included:?|does(?: no|n[’'])t include|without|excludes|excluding",
  missing: '(?:is |are )?not (?:included|available)|unavailable|excluded',
  credit: 'credits?|tokens?|coins?|points?|gems?',
  currencies: {
    dollars: 'usd',
    dollar: 'usd',
    Dollars: 'usd',
    euros: 'eur',
    Euro: 'eur',
    euro: 'eur',
  },
}
