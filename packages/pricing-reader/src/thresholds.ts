/**
 * The numbers that the rules depend on, each with its reason. They were chosen with the corpus of
 * pages, and not for a single page. `npm run onboarding:score` measures the effect of a change.
 */

/** Bounds on the work that a page can cause. Real pages stay far below them. */
export const BOUND = {
  /** Real pages are not nested deeper, and the work of the parser grows with the depth. */
  depth: 600,
  nodes: 400_000, // pages of the corpus have up to 2,800 elements
  /** The parser compares the attributes of an element with each other. */
  attributes: 1_000,
  css: 1_000_000, // whole frameworks are shorter
  cssRules: 4_000, // each rule is compared with many elements
  /** Longer lists of selectors are resets and frameworks, which hide nothing. */
  selectorLength: 2_000,
  /** Ancestors that a selector is compared with. */
  selectorClimb: 60,
  script: 2_000_000, // pages keep their plans in the first scripts
  scripts: 80, // more are analytics
  scriptLeaves: 20_000, // a state object of a large application
  scriptDepth: 40, // plans are near the top of an object
  scriptString: 80, // names and prices are shorter; longer strings are prose
  jsonLdEntries: 5_000, // each entry is visited once
  /** Lines of a page. The longest page of the corpus has about 1,250. */
  lines: 8_000,
  /** Longer lines are prose, and their beginning says enough. */
  lineLength: 4_000,
  /** Characters gathered before white space is removed, which may be most of a line. */
  gatheredLength: 16_000,
  /** A feature is read from the beginning of its line only. */
  featureLine: 2_000,
  rows: 500, // longer tables are price lists of goods
  columns: 24, // no page compares more plans
  iconNodes: 30, // a tick has one or two; more draw a picture
  iconPath: 4_000, // a tick is far shorter
  iconFileName: 200, // the rest is a hash
  /** Commands and numbers of a tick or a cross; longer paths draw pictures. */
  strokeTokens: 40,
  /** Elements of a card whose attributes are searched for prices. */
  attributeNodes: 2_000,
  attributeValue: 60, // a price is short; longer values are JSON
  /** Longer than almost any pricing page, and short enough for the context of a small model. */
  modelText: 40_000,
  /** Longer lines that mention a tier are legal text. */
  mentionLine: 2_000,
} as const

/** Levels of confidence, from 0 to 1. Below `explicit`, something was assumed. */
export const CONFIDENCE = {
  /** A price with its interval, or a tier whose name is a heading. */
  sure: 0.95,
  /** The page states a price with its interval, or a feature in a list. */
  explicit: 0.9,
  /** A unit price, or the price of another interval, found beside a card. */
  stated: 0.85,
  /** A tier whose name is not a heading; a value whose label names its unit. */
  likely: 0.8,
  /** A price or a number that depends on the line above or below it. */
  joined: 0.75,
  /** Read from a place that may mean something else: prose, a script, a name. */
  loose: 0.7,
  /** An interval, a unit or a price was assumed. */
  assumed: 0.6,
  /** Only a model pointed at it, so a person must look at it. */
  model: 0.5,
  /** Added for a pack of credits, because the number of credits supports the price. */
  packBonus: 0.2,
  /** Factor for a value that is only text. */
  textValue: 0.9,
} as const

/** Lengths of the evidence that an offer keeps: enough to find the place on the page. */
export const EVIDENCE = {
  price: 200, // a price with the lines that qualify it
  object: 300, // a name with all its prices
  /** Characters of prose before and after an amount. */
  before: 60,
  after: 40,
} as const

/** The longest texts, in characters, that may still be the thing in question. Longer ones are prose. */
export const LENGTH = {
  productName: 80, // longer titles are slogans
  planName: 60, // longer lines are descriptions
  /** A name in the heading of a table, where columns are narrow. */
  columnName: 24,
  sectionName: 40, // it becomes part of a plan's name
  nameBeforePrice: 50, // a name before a price on the same line
  nameBeforeWords: 40, // a name before "features" and the like
  tierInSentence: 30, // the name of a tier beside a price in prose
  addonName: 70, // add-ons have longer names than plans
  extraName: 60, // "Additional …" before a price
  addonLabel: 50, // the part before the price
  /** A line with the name and the price of an add-on. */
  addonLine: 80,
  packLine: 90, // longer lines are offers in prose
  packPart: 80, // a number and a unit
  creditCostLine: 120, // an action and its cost
  creditAction: 30, // the action after "credits per"
  actionName: 40, // the action before its credits
  usageLine: 120, // longer lines are read as prose
  usageSentence: 240, // longer sentences state several things
  overageSentence: 300, // it lists a price per tier
  overageLine: 60, // "+ 0.0002 each"
  /** A shorter line is hardly more than a price and needs the words above it to name its unit. */
  bareUnitPrice: 32,
  unitContext: 50, // a heading and a label
  unit: 24, // "million output tokens"
  unitWord: 16, // one word after a slash
  unitLabel: 40, // a label before a price
  tableName: 60, // the first cell of a row
  tableCell: 40, // a price with a unit
  rowValue: 60, // longer cells are explanations
  rowUnit: 40, // the text after a number in a cell
  answeredLabel: 60, // the label in "API access: yes"
  answer: 12, // one word or a mark
  aboutPriceEnd: 20, // words after "Monthly price" in the label of a row
  matrixLabel: 60, // longer lines are prose
  /** A bullet; longer ones describe several features in prose. */
  feature: 220,
  featureName: 100, // longer names do not fit a catalog
  /** A feature's name is not cut before this, even in the middle of a word. */
  featureNameMin: 40,
  /** A short aside in brackets is part of a name; a longer one explains it. */
  aside: 28,
  explanation: 200, // text in brackets; the closing bracket of longer text is missing
  explainedName: 60, // a name before a sentence that explains it
  countedThing: 80, // the thing after a number, before further words
  dottedPart: 60, // a part of "A · B · C"
  quotaLine: 60, // longer lines mention numbers in passing
  pairLabel: 40, // the label of a value on the next line
  listPart: 40, // a feature of a comma-separated list
  button: 48, // longer text is a sentence
  ctaLabel: 40, // the label becomes part of the catalog
  questionsHeading: 60, // a title, not a question
  heading: 60, // longer headings are slogans
  groupLabel: 60, // longer lines are introductions
  prose: 240, // a card with a longer line is an article
  priceLine: 110, // a price with several qualifiers
  freeText: 40, // "free" in place of a price is short
  requestText: 60, // "contact us for pricing" and the like
  badge: 40, // a badge fits on a card
  popularBadge: 60, // these badges are whole phrases
  placeholder: 80, // a template expression with its unit
  /** A line that explains the price above it. */
  qualifier: 90,
  shortQualifier: 28, // short enough to need no other proof
  seatQualifier: 30, // "per active user"
  priceLead: 40, // "starting at" with a few words
  intervalLabel: 20, // one word above a price
  bareSum: 30, // "1,290 / month"
  intervalAfterSum: 20, // "month, billed yearly"
  /** Letters of a price line without its amounts and intervals. */
  priceLineLetters: 12,
  /** The limit of letters if the line also begins with the price and has few words. */
  priceLineMaxLetters: 50,
  /** A currency sign on a separate line: "US $". */
  sign: 6,
  /** "Saudi riyals" and the longest other names of currencies. */
  currencyName: 16,
  /** Digits and separators of an amount; longer numbers are identifiers. */
  amount: 16,
  decimals: 12, // unit prices have many decimals: "$0.000002"
  spokenPrice: 40, // an accessible label of a price only
  /** Text for people who cannot see a table: "Included". */
  hiddenCell: 24,
  trialLine: 120, // longer lines are terms
  switchLabel: 60, // "Yearly (save 20%)"
  switchEnd: 40, // the words after "Yearly"
  announcement: 80, // "pricing to be announced"
  subscriptionLine: 80, // longer lines mention months in passing
} as const

/** The maximum number of words in each kind of text. */
export const WORDS = {
  addonTitle: 8, // a heading with the word add-on
  addonName: 6, // longer lines are descriptions
  afterAddonPrice: 5, // an interval and a unit
  timedAddon: 4, // "Top spot in search results"
  pastHeading: 3, // "Legacy plans"
  usageTitle: 4, // longer headings are slogans
  usageLabel: 5, // longer lines explain
  /** A line that ends like a sentence and has more words is a sentence. */
  sentence: 8,
  detail: 10, // longer lines are sentences
  looseFeature: 10, // outside of a list, longer lines are prose
  description: 12, // longer lines are prose even without a full stop
  /** A line with at least this many words names a feature, even if it also names a time. */
  featureInPassing: 3,
  bulletPrice: 8, // a bullet that is mainly a price
  overageUnit: 4, // "extra AI image generations"
  aside: 3, // more words explain
  explainedName: 6, // a name before an explanation
  heading: 8, // a line that ends with a colon
  creditAction: 5, // the name of an action
  missingFeature: 8, // longer lines are arguments
  inheritance: 9, // longer lines also grant something else
  priceLine: 9, // more words are a sentence with a price
  unit: 4, // more words are not a unit
  listPart: 5, // more words are a sentence
} as const

/** Numbers of lines, cards, rows and elements. */
export const COUNT = {
  /** Fewer children of an element are not a table. */
  gridRows: 4,
  gridColumns: 3, // a label and two plans
  /** Nodes in each cell of a table that consists of other elements. A larger cell is a card. */
  nodesPerCell: 14,
  /** A cell with more lines holds a card: the table only lays out the page. */
  cellLines: 12,
  sections: 40, // more headings are an article
  sectionLines: 60, // longer sections are not a plan
  listItems: 3, // a name, a price and a feature
  listedSpans: 3, // fewer may be a sentence
  maxListedSpans: 120, // more are a tag cloud
  /** At least this many similar elements in a row are bullets. More than the maximum are a gallery. */
  repeated: 3,
  maxRepeated: 60,
  cardLines: 160, // a card with a long feature list
  /** A card without neighbors is smaller, or it would be a section. */
  aloneCardLines: 45,
  /** A card without neighbors that has more prices is a list of offers. */
  alonePrices: 2,
  /** More similar cards are the goods of a shop. */
  cards: 40,
  units: 400, // the goods of a shop
  /** Elements that are compared with all others, which takes quadratic time. */
  compared: 40,
  parts: 3, // fewer parts are alike by chance
  maxParts: 30, // a larger element is a section
  /** A list item with fewer lines is a bullet. */
  bulletLines: 4,
  /** "Monthly" above more lines than this names a card, and not only its price. */
  termLines: 5,
  siblings: 40, // the same limit as for cards
  namedCards: 2, // one name alone proves nothing
  namedFeatures: 3, // a plan without a price needs a list
  /** A page that mentions more names of plans is an article about plans. */
  planNames: 40,
  matrixRows: 4, // fewer ticks may be a card
  planRows: 3, // typical names of plans need less proof
  lineMatrixRows: 3, // fewer rows are alike by chance
  /** Names that are repeated more often are not headers. */
  lineMatrixHeaders: 20,
  detailLines: 40, // a long feature list
  dottedParts: 3, // two parts may be a name
  listParts: 3, // two parts may be a name
  lineParts: 6, // more parts are a sentence
  crosses: 3, // fewer bullets may really all be excluded
  /** A longer list of tiny amounts compares the prices of competitors. */
  tinyPrices: 15,
  /** One bare number may be anything; several in elements called "price" are prices. */
  bareSums: 2,
  /** An element with more siblings of the same kind is a list item, not a label. */
  alikeLabels: 3,
  visibleLetters: 60, // an almost empty page has nothing to show
  /** A page with less text than this is an empty shell that scripts fill. */
  shellLetters: 400,
  trialDays: 366, // longer trials are typing errors
  stemLetters: 4, // shorter words have no plural ending
  /** A longer name may also be written with a space: "START UP". */
  joinedName: 4,
  inflectedName: 5, // shorter names are inflected by chance
  inflection: 3, // the longest ending of an inflected name
  shortenedName: 3, // "Pro" for "Professional"
  extraNameLetters: 3, // a line this much longer than the name also has a price
  exactDigits: 15, // the decimal digits that a floating-point number keeps
  headingLevel: 6, // the lowest level in HTML
  sectionLevel: 3, // lower headings are names of actions
} as const

/** The distance that the rules look around a position, in characters, lines, elements or keys. */
export const NEAR = {
  /** Characters before or after an amount in which a word belongs to it. */
  saving: 30,
  setup: 30, // "one-time setup fee of"
  about: 14, // "approximately"
  lead: 40, // "starting at only"
  unit: 40, // the unit before an amount
  seat: 40, // "/ month per active user"
  interval: 120, // qualifiers may come before the interval
  unitInterval: 60, // an interval after a unit
  /** An interval that begins within this distance follows "per" directly. */
  directInterval: 4,
  unitPeriod: 30, // "/ seat, billed per month"
  echo: 12, // "that's only" before an amount
  minimum: 20, // signs and digits before "minimum"
  trial: 24, // between the days and the word "trial"
  currencyStatement: 40, // between "prices" and "in USD"
  tierAfterPrice: 30, // between a price and its tier in prose
  /** A price line that has more words begins with its price. */
  priceLineStart: 12,
  scale: 8, // the longest word for thousands, with spaces
  amountTail: 24, // the end of a range with its code
  signGap: 5, // a dash for cents and spaces
  currencyBefore: 6, // a code, a point and spaces
  onceFee: 48, // "per device, one-time setup fee"
  packUnit: 12, // "per credit" after an amount
  range: 3, // the second number of a range
  /** Characters between the name of a tier and an amount in prose, and after the amount. */
  mention: 25,
  mentionInterval: 12, // the interval follows the amount directly
  /** The distances from here to `groupTitle` are in lines. */
  qualifiers: 3,
  siblingQualifiers: 2, // a bare number has few qualifiers
  planPrice: 3, // further down, an amount is about a feature
  /** A price further down in a list is one of the features. */
  listPrice: 2,
  addonPrice: 3, // a description may come in between
  sectionHeading: 30, // a longer section has its own heading
  groupLabel: 2, // above the heading of a group
  groupTitle: 6, // a title and a subtitle
  /** The distances from here to `panel` are in elements around a mark. */
  besideMark: 3,
  smallPiece: 4, // wrappers of text in a cell
  listItem: 8, // wrappers of text in a list item
  heading: 6, // wrappers of text in a heading
  button: 5, // wrappers of text in a button
  section: 5, // sections around a group
  panel: 4, // the panel that a switch shows around a card
  /** The last two distances are in keys around a number in a script. */
  scriptKeys: 3,
  scriptEvidence: 4, // enough to find the place
} as const

/** Nodes in an element that is small enough to be one thing. */
export const NODES = {
  mark: 30, // an icon with its label
  spokenPrice: 12, // sign, number, cents and interval
  badge: 4, // an icon and a word
  smallPiece: 40, // a bullet with an icon and a tooltip
  button: 12, // an icon and a label
  priceShell: 6, // sign, number and interval
} as const

/** Shares of a whole, from 0 to 1. */
export const RATIO = {
  /** A line is about an interval if the words for it have at least this share of its letters. */
  qualifierCover: 0.4,
  /** A month of the yearly price costs at least a third of the monthly price. */
  monthDiscount: 1 / 3,
  /** A yearly price and twelve times its monthly figure differ by rounding only. */
  rounding: 0.03,
  /** Elements are of the same kind if they share at least a quarter of their classes. */
  sharedClasses: 1 / 4,
  /** At least three quarters of the rows of a grid have the same number of cells. */
  gridRows: 3 / 4,
  /** At least a quarter of the cells of a comparison are ticks and crosses. */
  matrixMarks: 1 / 4,
  /** A page that shows less than this share of its text hides it until it has loaded. */
  shown: 0.15,
} as const

/** The range of a yearly price, as a multiple of the monthly price. */
export const YEAR = {
  months: 12,
  minMonths: 4, // two thirds off
  maxMonths: 12.5, // rounded up
} as const

export const FACTOR = {
  /** Amounts in scripts are in minor units if they are a hundred times the visible price. */
  minorUnits: 100,
  /** One recurring grant of credits counts more than any number of others. */
  recurringGrant: 100,
} as const

/** The geometry of icons that are drawn with straight strokes. */
export const ICON = {
  /** The short stroke of a tick begins below the long one, by this share of the height. */
  tickRise: 1 / 5,
  /** The strokes of a cross are diagonal: their slopes are near 1. */
  crossSlopeMin: 0.6,
  crossSlopeMax: 1.7,
  /** Shorter horizontal strokes are the dots of other icons. */
  dashLength: 4,
} as const
