/** The offer of a page in `test/pricingPages`, as a person reads it. */
export interface SoldByPage {
  product: string
  currency: string
  popular: string | null
  /** The tiers that anyone can buy, by name. */
  tiers: Record<string, SoldTier>
  /** The names of tiers that are sold on request. */
  onRequest?: string[]
  /** Credits and price of each package, by name. */
  packages?: Record<string, [credits: number, price: number]>
  /** The plan that the test subscribes to, with its included credits. */
  trial: { tier: string; interval: string; quantities?: Seats; credits?: number } | null
  /** The effect of one event of each kind. */
  uses: Record<string, Use>
  /** Uses of a feature in a smaller tier. The last use exceeds the quota of the tier. */
  runsOut?: { tier: string; feature: string; quantities: number[]; reason: string }
}

type Seats = Record<string, number>

interface SoldTier {
  /** By interval, in minor units. `none` is paid once. */
  prices: Record<string, number>
  /** By feature name: a tick, a value, or a quota and its period. */
  gives: Record<string, number | string>
  /** The price of one unit beyond the quota, in minor units. */
  beyond?: Record<string, string>
}

/** The credits that one event costs, or the quota that it counts against. */
export type Use = { credits: number } | { limit: number; isHard: boolean; per?: 'minute' }

const TICK = '✓'
const UNLIMITED = 'unlimited'
const each = (quota: number, period = 'billing_period') => `${quota} per ${period}`

export const soldByPage: Record<string, SoldByPage> = {
  quillbay: {
    product: 'Quillbay',
    currency: 'usd',
    popular: 'Novelist',
    tiers: {
      Notebook: {
        prices: { month: 0 },
        gives: { Manuscripts: 2, 'AI rewrites': each(20), 'EPUB export': TICK },
      },
      Novelist: {
        prices: { month: 1_400, year: 14_000 },
        gives: {
          Manuscripts: 25,
          'AI rewrites': each(400),
          'EPUB export': TICK,
          'Print-ready PDF': TICK,
        },
      },
      Press: {
        prices: { month: 4_950, year: 49_500 },
        gives: {
          Manuscripts: UNLIMITED,
          'AI rewrites': each(3_000),
          'EPUB export': TICK,
          'Print-ready PDF': TICK,
          Editors: 5,
          'ISBN registration': TICK,
        },
      },
    },
    trial: { tier: 'Press', interval: 'month' },
    uses: { 'AI rewrites': { limit: 3_000, isHard: true } },
    runsOut: {
      tier: 'Notebook',
      feature: 'AI rewrites',
      quantities: Array(21).fill(1),
      reason: 'limit_exceeded',
    },
  },

  harborlog: {
    product: 'Harborlog',
    currency: 'gbp',
    popular: null,
    tiers: {
      Skiff: {
        prices: { month: 0 },
        gives: { 'Log events': each(50_000), 'Retention (days)': 3, Dashboards: 1 },
      },
      Cutter: {
        prices: { month: 3_900, year: 39_000 },
        gives: {
          'Log events': each(2_000_000),
          'Retention (days)': 30,
          Dashboards: 20,
          Alerting: TICK,
        },
      },
      Frigate: {
        prices: { month: 17_900, year: 179_000 },
        gives: {
          'Log events': each(25_000_000),
          'Retention (days)': 365,
          Dashboards: UNLIMITED,
          Alerting: TICK,
          'Single sign-on': TICK,
          'Audit trail': TICK,
        },
      },
    },
    // Billed yearly, but the quota is still monthly.
    trial: { tier: 'Frigate', interval: 'year' },
    uses: { 'Log events': { limit: 25_000_000, isHard: true } },
  },

  bellwether: {
    product: 'Bellwether',
    currency: 'usd',
    popular: 'Flock',
    tiers: {
      Lamb: { prices: { month: 0 }, gives: { Monitors: 5, 'Email alerts': TICK } },
      Flock: {
        prices: { month: 2_400 },
        gives: { Monitors: 50, 'Email alerts': TICK, 'SMS alerts': each(100) },
      },
      Ranch: {
        prices: { month: 9_600 },
        gives: {
          Monitors: 500,
          'Email alerts': TICK,
          'SMS alerts': each(1_000),
          'Custom domain': TICK,
        },
      },
    },
    trial: { tier: 'Ranch', interval: 'month' },
    uses: { 'SMS alerts': { limit: 1_000, isHard: true } },
  },

  belegkiste: {
    product: 'Belegkiste',
    currency: 'eur',
    popular: 'Betrieb',
    tiers: {
      Basis: {
        prices: { month: 1_990 },
        gives: { Belege: each(100), Benutzer: 1, 'DATEV-Export': TICK },
      },
      Betrieb: {
        prices: { month: 5_900, year: 59_000 },
        gives: {
          Belege: each(1_500),
          Benutzer: 5,
          'DATEV-Export': TICK,
          'Freigabe in zwei Stufen': TICK,
        },
      },
      Kanzlei: {
        prices: { month: 12_900, year: 129_900 },
        gives: {
          Belege: each(10_000),
          Benutzer: UNLIMITED,
          'DATEV-Export': TICK,
          'Freigabe in zwei Stufen': TICK,
          'Persönlicher Ansprechpartner': TICK,
        },
      },
    },
    trial: { tier: 'Kanzlei', interval: 'month' },
    uses: { Belege: { limit: 10_000, isHard: true } },
    runsOut: {
      tier: 'Basis',
      feature: 'Belege',
      quantities: Array(101).fill(1),
      reason: 'limit_exceeded',
    },
  },

  fudebako: {
    product: 'Fudebako',
    currency: 'jpy',
    popular: 'スタンダード',
    tiers: {
      フリー: {
        prices: { month: 0 },
        gives: { '文字起こし (minutes)': each(60), テキスト出力: TICK },
      },
      スタンダード: {
        prices: { month: 1_980, year: 19_800 },
        gives: { '文字起こし (minutes)': each(1_200), テキスト出力: TICK, 話者の識別: TICK },
      },
      ビジネス: {
        prices: { month: 9_800, year: 98_000 },
        gives: {
          '文字起こし (minutes)': each(10_000),
          テキスト出力: TICK,
          話者の識別: TICK,
          用語辞書: TICK,
        },
      },
    },
    trial: { tier: 'ビジネス', interval: 'month' },
    uses: { '文字起こし (minutes)': { limit: 10_000, isHard: true } },
    runsOut: {
      tier: 'フリー',
      feature: '文字起こし (minutes)',
      quantities: [47.5, 12.5, 0.5],
      reason: 'limit_exceeded',
    },
  },

  crewdeck: {
    product: 'Crewdeck',
    currency: 'usd',
    popular: 'Season',
    tiers: {
      Rehearsal: { prices: { month: 0 }, gives: { Users: 5, 'Shift calendar': TICK } },
      'Opening Night': {
        prices: { month: 800 },
        gives: {
          Users: 1,
          'Shift calendar': TICK,
          'Shift swaps': TICK,
          'Time sheets': TICK,
          'Text messages': each(500),
        },
      },
      Season: {
        prices: { month: 1_500 },
        gives: {
          Users: 1,
          'Shift calendar': TICK,
          'Shift swaps': TICK,
          'Time sheets': TICK,
          'Text messages': each(2_500),
          'Payroll export': TICK,
          'Union rules': TICK,
        },
      },
    },
    onRequest: ['Repertory'],
    trial: { tier: 'Season', interval: 'month', quantities: { users: 12 } },
    uses: { 'Text messages': { limit: 2_500, isHard: true } },
  },

  lumenbrush: {
    product: 'Lumenbrush',
    currency: 'usd',
    popular: 'Atelier',
    tiers: {
      Sketch: {
        prices: { month: 0 },
        gives: {
          Images: each(40),
          Upscale: each(40),
          'Video clips': each(40),
          'Public gallery': TICK,
          'Watermarked downloads': TICK,
        },
      },
      Canvas: {
        prices: { month: 1_200 },
        gives: {
          Images: each(600),
          Upscale: each(600),
          'Video clips': each(600),
          'Private gallery': TICK,
          'Commercial licence': TICK,
        },
      },
      Atelier: {
        prices: { month: 3_600 },
        gives: {
          Images: each(2_400),
          Upscale: each(2_400),
          'Video clips': each(2_400),
          'Private gallery': TICK,
          'Commercial licence': TICK,
          'Style training': TICK,
          'Priority queue': TICK,
        },
      },
    },
    packages: { Small: [200, 500], Medium: [1_000, 2_000], Large: [5_000, 8_500] },
    trial: { tier: 'Atelier', interval: 'month', credits: 2_400 },
    uses: { Images: { credits: 2 }, Upscale: { credits: 1 }, 'Video clips': { credits: 25 } },
    runsOut: {
      tier: 'Sketch',
      feature: 'Video clips',
      quantities: [1, 1],
      reason: 'insufficient_credits',
    },
  },

  parcelgeo: {
    product: 'Parcelgeo',
    currency: 'usd',
    popular: null,
    tiers: {
      Developer: {
        prices: { month: 0 },
        gives: {
          Lookups: each(1_000),
          Requests: each(300, 'minute'),
          'Community forum': TICK,
        },
      },
      Launch: {
        prices: { month: 4_900 },
        gives: {
          Lookups: each(50_000),
          Requests: each(1_500, 'minute'),
          'Email support': TICK,
        },
        beyond: { Lookups: '0.12' },
      },
      Scale: {
        prices: { month: 29_900 },
        gives: {
          Lookups: each(500_000),
          Requests: each(6_000, 'minute'),
          'Email support': TICK,
          '99.9% uptime SLA': TICK,
        },
        beyond: { Lookups: '0.08' },
      },
    },
    trial: { tier: 'Scale', interval: 'month' },
    uses: {
      Lookups: { limit: 500_000, isHard: false },
      Requests: { limit: 6_000, isHard: true, per: 'minute' },
    },
    runsOut: {
      tier: 'Developer',
      feature: 'Requests',
      quantities: Array(301).fill(1),
      reason: 'limit_exceeded',
    },
  },

  inkstone: {
    product: 'Inkstone',
    currency: 'usd',
    popular: null,
    tiers: {
      Personal: { prices: { none: 5_900 }, gives: { Computers: 1, 'Updates (years)': 1 } },
      Professional: {
        prices: { none: 14_900 },
        gives: { Computers: 3, 'Lifetime updates': TICK, 'Orchestral sounds': TICK },
      },
      Conservatory: {
        prices: { none: 119_000 },
        gives: {
          Computers: 40,
          'Lifetime updates': TICK,
          'Orchestral sounds': TICK,
          'Classroom server': TICK,
        },
      },
    },
    // The page meters nothing, so there are no events to send.
    trial: null,
    uses: {},
  },

  mailwren: {
    product: 'Mailwren',
    currency: 'usd',
    popular: null,
    tiers: {
      Nest: {
        prices: { month: 0 },
        gives: { Subscribers: 500, Emails: each(1_000), 'Landing pages': 1 },
      },
      Perch: {
        prices: { year: 12_000 },
        gives: {
          Subscribers: 5_000,
          Emails: each(30_000, 'month'),
          'Remove our logo': TICK,
          'Landing pages': 10,
          'A/B tests': TICK,
          Automations: TICK,
        },
      },
      Canopy: {
        prices: { year: 48_000 },
        gives: {
          Subscribers: 50_000,
          Emails: each(400_000, 'month'),
          'Remove our logo': TICK,
          'Landing pages': UNLIMITED,
          'A/B tests': TICK,
          Automations: TICK,
          'Dedicated IP address': TICK,
        },
      },
    },
    trial: { tier: 'Canopy', interval: 'year' },
    uses: { Emails: { limit: 400_000, isHard: true } },
  },
}
