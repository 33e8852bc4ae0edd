/**
 * The numbers that the rules depend on, each with its reason. They were chosen on the pages of the
 * corpus (`npm run onboarding:score` measures a change) and not for one page.
 */

/** Bounds on the work that a page can cause. Real pages stay far below them. */
export const BOUND = {
  /** No page that people read nests deeper, and the work of the parser grows with the depth. */
  depth: 600,
  nodes: 400_000,
  /** The parser compares the attributes of an element with each other. */
  attributes: 1_000,
  css: 1_000_000,
  cssRules: 4_000,
  /** Longer lists of selectors are resets and frameworks, which hide nothing. */
  selectorLength: 2_000,
  /** Ancestors that a selector is compared with. */
  selectorClimb: 60,
  script: 2_000_000,
  scripts: 80,
  scriptLeaves: 20_000,
  scriptDepth: 40,
  jsonLdEntries: 5_000,
  /** Lines of a page. The longest page of the corpus has about 3,000. */
  lines: 8_000,
  /** Longer lines are prose, and their beginning says enough. */
  lineLength: 4_000,
  /** Characters gathered before white space is removed, which may be most of a line. */
  gatheredLength: 16_000,
  /** A feature is read from the beginning of its line only. */
  featureLine: 2_000,
  rows: 500,
  columns: 24,
  iconNodes: 30,
  iconPath: 4_000,
  iconFileName: 200,
  /** Commands and numbers of a tick or a cross; longer paths draw pictures. */
  strokeTokens: 40,
  /** Elements of a card whose attributes are searched for prices. */
  attributeNodes: 2_000,
  attributeValue: 60,
  /** Longer than almost any pricing page, and short enough for the context of a small model. */
  modelText: 40_000,
  /** Longer lines that mention a tier are legal text. */
  mentionLine: 2_000,
} as const

/** How sure the reader is, from 0 to 1. Below `told` something was assumed. */
export const CONFIDENCE = {
  /** A price with its interval, or a tier whose name is a heading. */
  sure: 0.95,
  /** From here on a price states its interval. */
  told: 0.9,
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
  price: 200,
  object: 300,
  /** Characters of prose before and after an amount. */
  before: 60,
  after: 40,
} as const

/** The longest texts, in characters, that may still be the thing in question. Longer ones are prose. */
export const LENGTH = {
  productName: 80,
  planName: 60,
  /** A name in the heading of a table, where columns are narrow. */
  columnName: 24,
  sectionName: 40,
  addonName: 70,
  addonLabel: 50,
  /** A line with the name and the price of an add-on. */
  addonLine: 80,
  packLine: 90,
  packPart: 80,
  creditCostLine: 120,
  usageLine: 120,
  usageSentence: 240,
  overageSentence: 300,
  overageLine: 60,
  /** A line that is hardly more than a price needs the words above it to name its unit. */
  bareUnitPrice: 32,
  unitContext: 50,
  unit: 24,
  unitLabel: 40,
  tableName: 60,
  tableCell: 40,
  rowValue: 60,
  rowUnit: 40,
  matrixLabel: 60,
  /** A bullet; longer ones describe several features in prose. */
  feature: 220,
  featureName: 100,
  /** A feature's name is not cut before this, even in the middle of a word. */
  featureNameMin: 40,
  /** An aside in brackets that names a feature more closely; longer ones explain it. */
  aside: 28,
  dottedPart: 60,
  quotaLine: 60,
  pairLabel: 40,
  listPart: 40,
  button: 48,
  ctaLabel: 40,
  questionsHeading: 60,
  heading: 60,
  groupLabel: 60,
  prose: 240,
  priceLine: 110,
  freeText: 40,
  requestText: 60,
  badge: 40,
  popularBadge: 60,
  placeholder: 80,
  /** A line that tells more about the price above it. */
  qualifier: 90,
  shortQualifier: 28,
  seatQualifier: 30,
  priceLead: 40,
  intervalLabel: 20,
  bareSum: 30,
  /** A currency sign in a separate line: "US $". */
  sign: 6,
  /** "Saudi riyals" and the longest other names of currencies. */
  currencyName: 16,
  /** Digits and separators of an amount; longer numbers are identifiers. */
  amount: 16,
  spokenPrice: 40,
  /** Text for people who cannot see a table: "Included". */
  hiddenCell: 24,
  trialLine: 120,
  switchLabel: 60,
  announcement: 80,
  subscriptionLine: 80,
} as const

/** The most words that a text may have and still be the thing in question. */
export const WORDS = {
  addonTitle: 8,
  addonName: 6,
  afterAddonPrice: 5,
  timedAddon: 4,
  pastHeading: 3,
  usageTitle: 4,
  usageLabel: 5,
  /** A line that ends like a sentence and has more words is one. */
  sentence: 8,
  detail: 10,
  looseFeature: 10,
  description: 12,
  /** A line with at least so many words names a feature, even if it also names a time. */
  featureInPassing: 3,
  bulletPrice: 8,
  overageUnit: 4,
  aside: 3,
  explainedName: 6,
  heading: 8,
  creditAction: 5,
  missingFeature: 8,
  inheritance: 9,
  unit: 4,
  listPart: 5,
} as const

/** Numbers of lines, cards, rows and elements. */
export const COUNT = {
  /** Fewer children of an element are no table. */
  gridRows: 4,
  gridColumns: 3,
  /** Nodes for each cell of a table that is built of other elements; more is a card. */
  nodesPerCell: 14,
  /** A cell with more lines holds a card: the table only lays out the page. */
  cellLines: 12,
  sections: 40,
  sectionLines: 60,
  listItems: 3,
  listedSpans: 3,
  maxListedSpans: 120,
  /** Elements alike in a row are bullets from 3 on; far more are a gallery. */
  repeated: 3,
  maxRepeated: 60,
  cardLines: 160,
  /** A card without neighbours is smaller, or it would be a section. */
  aloneCardLines: 45,
  /** A card without neighbours that has more prices is a list of offers. */
  alonePrices: 2,
  /** More cards alike are the goods of a shop. */
  cards: 40,
  units: 400,
  /** Elements that are compared with all others, which takes quadratic time. */
  compared: 40,
  parts: 3,
  maxParts: 30,
  /** A list item with fewer lines is a bullet. */
  bulletLines: 4,
  /** Lines below "Monthly", from which on it names a card and not only its price. */
  termLines: 5,
  siblings: 40,
  namedCards: 2,
  namedFeatures: 3,
  /** A page that mentions more names of plans writes about plans. */
  planNames: 40,
  matrixRows: 4,
  planRows: 3,
  lineMatrixRows: 3,
  /** Names that are repeated more often head nothing. */
  lineMatrixHeaders: 20,
  detailLines: 40,
  dottedParts: 3,
  listParts: 3,
  lineParts: 6,
  crosses: 3,
  /** A longer list of tiny amounts compares the prices of other sellers. */
  tinyPrices: 15,
  /** One bare number may be anything; several in elements called "price" are prices. */
  bareSums: 2,
  /** Siblings alike from which on a line is one of several and labels no group. */
  alikeLabels: 3,
  visibleLetters: 60,
  /** A page with less text than this is an empty shell that scripts fill. */
  shellLetters: 400,
  trialDays: 366,
  stemLetters: 4,
  /** A name of at least so many letters may be written with a space: "START UP". */
  joinedName: 4,
  inflectedName: 5,
  inflection: 3,
  shortenedName: 3,
  extraNameLetters: 3,
  headingLevel: 6,
  sectionLevel: 3,
} as const

/** How far around a place the rules look, in characters, lines, elements or keys. */
export const NEAR = {
  /** Characters before or after an amount in which a word belongs to it. */
  saving: 30,
  setup: 30,
  about: 14,
  lead: 40,
  unit: 40,
  seat: 40,
  interval: 120,
  unitInterval: 60,
  /** An interval that begins within so many characters follows "per" directly. */
  ownInterval: 4,
  scale: 8,
  amountTail: 24,
  signGap: 5,
  currencyBefore: 6,
  onceFee: 48,
  packUnit: 12,
  range: 3,
  /** Characters between the name of a tier and an amount in prose, and after the amount. */
  mention: 25,
  mentionInterval: 12,
  /** Lines. */
  qualifiers: 3,
  siblingQualifiers: 2,
  planPrice: 3,
  /** A price further down in a list is one of the features. */
  listPrice: 2,
  addonPrice: 3,
  sectionHeading: 30,
  groupLabel: 2,
  groupTitle: 6,
  /** Elements around a line. */
  besideMark: 3,
  smallPiece: 4,
  listItem: 8,
  heading: 6,
  button: 5,
  section: 5,
  panel: 4,
  /** Keys around a number in a script. */
  scriptKeys: 3,
  scriptEvidence: 4,
} as const

/** Nodes in an element that is small enough to be one thing. */
export const NODES = {
  mark: 30,
  spokenPrice: 12,
  badge: 4,
  smallPiece: 40,
  button: 12,
  priceShell: 6,
} as const

/** Proportions. */
export const RATIO = {
  /** A price line has at most so many other letters, or it begins with the price and is short. */
  priceLineLetters: 12,
  priceLineStart: 12,
  priceLineWords: 9,
  priceLineMaxLetters: 50,
  /** A line is about an interval if its words make up at least 1 / 2.5 of its letters. */
  qualifierCover: 2.5,
  /** A yearly price is between 4 and 12.5 monthly ones: up to two thirds off, or rounded up. */
  yearMinMonths: 4,
  yearMaxMonths: 12.5,
  /** A month of the yearly price costs at least a third of the monthly price. */
  monthDiscount: 3,
  /** A yearly price and twelve times its monthly figure differ by rounding only. */
  rounding: 0.03,
  monthsInYear: 12,
  /** Amounts in scripts are in minor units if they are a hundred times the visible price. */
  minorUnits: 100,
  /** Elements are made alike if they share at least a quarter of their classes. */
  sharedClasses: 4,
  /** Three quarters of the rows of a grid have the same number of cells. */
  gridRows: 3 / 4,
  /** A quarter of the cells of a comparison are ticks and crosses. */
  matrixMarks: 4,
  /** A page that shows less than this share of its text hides it until it has loaded. */
  shown: 0.15,
  /** A recurring grant of credits outweighs any number of others. */
  recurringGrant: 100,
  /** The short stroke of a tick ends at least a fifth of its height below the long one. */
  tickRise: 5,
  crossSlopeMin: 0.6,
  crossSlopeMax: 1.7,
  /** Shorter horizontal strokes are the dots of other icons. */
  dashLength: 4,
  /** Digits of a number that floating point keeps. */
  precision: 15,
} as const
