/** Things that are measured and not counted, with a quantity for examples. */
export const MEASURED_UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    kb: 500,
    mb: 250,
    gb: 1.5,
    tb: 0.1,
    gib: 1.5,
    mib: 250,
    byte: 2048,
    second: 30,
    sec: 30,
    minute: 12,
    min: 12,
    hour: 2,
    hr: 2,
    day: 1,
    token: 1500,
    word: 800,
    character: 1000,
    char: 1000,
    credit: 1,
    point: 1,
    coin: 1,
    page: 10,
    row: 100,
    record: 100,
    line: 100,
    km: 12,
    mile: 12,
    kwh: 5,
    unit: 1,
  }),
)

/** The verb for each noun that is counted on pricing pages. */
export const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    generated:
      'image picture photo video song track avatar logo report thumbnail caption clip render headshot',
    sent: 'message email mail sms text notification invitation broadcast campaign newsletter fax',
    processed: 'document file invoice transaction payment order receipt page row record line',
    created: 'link ticket form project design presentation card proposal contract quote booking',
    written: 'article draft blog',
    published: 'post',
    received: 'event response submission lead webhook reply',
    started: 'conversation chat session',
    recorded: 'view pageview visit visitor impression click',
    made: 'call request',
    completed:
      'scan search export import run build job task check audit test lookup fetch crawl transfer ' +
      'analysis inspection backup download upload query deploy simulation screenshot survey review ' +
      'interview',
  }).flatMap(([verb, nouns]) => nouns.split(' ').map((noun): [string, string] => [noun, verb])),
)
