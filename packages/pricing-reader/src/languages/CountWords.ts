/** Words around numbers that count something. */
export interface CountWords {
  /** Number words that count the word after them. */
  numbers?: Readonly<Record<string, number>>
  /** "Thousand" after a number. */
  thousand?: string
  /** "Ten thousand" after a number. */
  tenThousand?: string
  /** "Million" after a number. */
  million?: string
  /** "A hundred million" after a number. */
  hundredMillion?: string
  /** "Times" after a number, which then compares and counts nothing. */
  times?: string
  /** What a number may be joined to by a hyphen: "30-day". */
  hyphenated?: string
  /** After "4K", which then is the size of a picture and no number. */
  pictureSize?: string
  /** How scripts without spaces say after which time a quota resets, beyond the words of the times. */
  quotaPeriods?: Readonly<
    Partial<Record<'minute' | 'day' | 'week' | 'month' | 'year' | 'one_time', string>>
  >
  /** Lengths of time after a number, in the plural and the singular. */
  durations?: Readonly<
    Partial<Record<'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years', string>>
  >
  /** Units of data in capital and small letters, as written. */
  sizes?: string
  /** Units of transfer speed. */
  speeds?: string
  /** Before a number that is a quota: "up to 5 seats". Words that only lead up to the number. */
  countLead?: string
  /** Verbs and prepositions before a quota: "create 5 projects". */
  countVerb?: string
  /** Before a number that says when or how, not how much: "within 24 hours". */
  notQuotaBefore?: string
  /** Before the least number of something. */
  atLeast?: string
  /** Before the number of a first few: "first 100". */
  firstOnes?: string
  /** Anywhere beside a length of time that says how long data is kept. */
  keptFor?: string
  /** After a factor that compares: "3x faster". */
  compared?: string
  /** Between a number or a unit and the thing: "GB of storage". */
  of?: string
  /** The same, written together with the next word. */
  ofElided?: string
  /** After a number, before the thing: "5 included seats". */
  includedAfter?: string
  /** Things that are used up by use, so that a number of them is a quota. */
  consumed?: string
  /** Things of which there may be so many at once, so that a number of them is a limit. */
  stock?: string
  /** People that a unit price or a limit is for. */
  seatUnit?: string
  /** The same in the label of a row, if `seatUnit` is part of other words there. */
  seatLabel?: string
  /** A whole phrase that limits the number of people. */
  seatLimit?: string
  /** The word for yes. */
  yes?: string
  /** The word for no. */
  no?: string
}
