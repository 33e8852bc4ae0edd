/** Words around numbers that count something. */
export interface CountWords {
  /** Number words before the thing that they count: "two" in "Two projects". */
  numbers?: Readonly<Record<string, number>>
  /** "Thousand" after a number. */
  thousand?: string
  /** "Ten thousand" after a number. */
  tenThousand?: string
  /** "Million" after a number. */
  million?: string
  /** "A hundred million" after a number. */
  hundredMillion?: string
  /** "Billion" after a number. */
  billion?: string
  /** "Times" after a number, which is then a factor and not a count: "times". */
  times?: string
  /** A word that is joined to a number by a hyphen: "day" in "30-day". */
  hyphenated?: string
  /** A unit that is written right after a number, without a space: "hrs" in "24hrs". */
  attachedUnit?: string
  /** The word after "4K", which is then the size of a picture: "video". */
  pictureSize?: string
  /** The word after a number word that counts nothing: "click" in "one click". */
  notCounted?: string
  /** Further words for the period of a quota, in scripts without spaces. */
  quotaPeriods?: Readonly<
    Partial<Record<'minute' | 'day' | 'week' | 'month' | 'year' | 'one_time', string>>
  >
  /** The word after an interval that is part of a name: "backups" in "daily backups". */
  periodInName?: string
  /** Lengths of time after a number, in the singular and the plural: "hours?". */
  durations?: Readonly<
    Partial<Record<'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years', string>>
  >
  /** Units of data, in capital and small letters: "Go". */
  sizes?: string
  /** Units of transfer speed: "Mbit/s". */
  speeds?: string
  /** A word before a quota that is not part of the feature: "up to" in "up to 5 seats". */
  countLead?: string
  /** A verb or preposition before a quota: "create" in "create 5 projects". */
  countVerb?: string
  /** A word in a table cell before a number: "max" in "max 5". */
  cellLead?: string
  /** A word before a number that says when or how, and not how much: "within" in "within 24 hours". */
  notQuotaBefore?: string
  /** A word before a minimum: "at least". */
  atLeast?: string
  /** A word before the first few of something: "first" in "first 100". */
  firstOnes?: string
  /** A word beside a length of time for which data is kept: "retention" in "30 days retention". */
  keptFor?: string
  /** A word after a length of time that describes a service: "response" in "24 hours response". */
  service?: string
  /** A word after a factor that compares: "faster" in "3x faster". */
  compared?: string
  /** A word between a number or a unit and the thing: "of" in "5 GB of storage". */
  of?: string
  /** A form of that word that is joined to the next word, as in French. */
  ofElided?: string
  /** Articles and possessives before a thing: "your". */
  determiner?: string
  /** A word between a number and its place: "on" in "5 on your account". */
  countedOn?: string
  /** A word between a number and the thing that it counts: "included" in "5 included seats". */
  includedAfter?: string
  /** A word at the end of a quota that is not part of the feature: "in total". */
  totalAfter?: string
  /** A person or thing that a quota applies to, after a slash: "user" in "5 GB / user". */
  scopeUnit?: string
  /** Things that are used up, so a number of them is a quota: "API calls". */
  consumed?: string
  /** Things that exist at the same time, so a number of them is a limit: "storage". */
  stock?: string
  /** People that a unit price or a limit applies to: "users". Unit prices default to `seat.noun`. */
  seatUnit?: string
  /** An adjective before such people: "active" in "active users". */
  seatAdjective?: string
  /** The same people in the label of a row, if `seatUnit` is part of other words there. */
  seatLabel?: string
  /** A whole phrase that limits the number of people. */
  seatLimit?: string
  /** The word for yes. */
  yes?: string
  /** The word for no. */
  no?: string
}
