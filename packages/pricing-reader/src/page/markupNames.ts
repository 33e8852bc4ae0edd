/**
 * Names in the code of a page: classes, ids, icons and keys of structured data. Their authors write
 * them in English on pages of all languages, so they are not in `languages/`. A test rejects
 * English words in the patterns of the other files.
 */

/** An element with one of these names is the name of a plan. */
export const PLAN_NAME_NAMES = /(^|[^a-z])(name|title|planname|tier|heading)([^a-z]|$)/
export const BADGE_NAMES = /(^|[^a-z])(badge|ribbon|pill|chip|popular|tag)([^a-z]|$)/
export const BUTTON_NAMES = /(^|[^a-z])(btn|button|cta)([^a-z]|$)/
export const FEATURE_LIST_NAMES = /feature|benefit|perk|include|list/
export const ADDON_NAMES = /add-?ons?/
/** Elements around the digits after the decimal point. */
export const CENTS_NAMES = /cent|decimal|fraction/i
/** One of the elements between which a billing switch chooses. */
export const SWITCH_VARIANT_NAMES = /(^|[-_])(monthly|yearly|annual|annually)([-_]|$)/i

/** Names and labels of icons. */
export const TICK_NAMES =
  /(^|[^a-z])(check|checked|checkmark|tick|yes|included|success|done)([^a-z]|$)/
export const CROSS_NAMES =
  /(^|[^a-z])(x|xmark|x-mark|times|cross|close|minus|no|not-included|unavailable|excluded|ban|slash|dash|cancel)([^a-z]|$)/
/** Elements of a list that show a feature as missing. */
export const EXCLUDED_NAMES =
  /(^|[^a-z])(disabled|excluded|not-included|unavailable|inactive|no|off|crossed|strike|missing|negative|lock|locked|dim|dimmed)([^a-z]|$)/

/** Icon fonts spell their icons as words in the text: "close Team inbox". */
export const CROSS_ICON_WORDS = 'close|cancel|clear|remove(?:_circle)?|block|highlight_off'
export const ICON_WORD = new RegExp(
  String.raw`^(?:[a-z]+(?:_[a-z]+)+\s*(?=[\p{L}\d])|(?:check(?:_circle(?:_outline)?|_small|_box)?|done(?:_all)?|task_alt|verified|star|bolt|arrow_\w+|chevron_\w+|add_circle|${CROSS_ICON_WORDS})\s*(?=[\p{Lu}\d]))`,
  'u',
)

/** Keys of an object in a script that name a plan. */
export const NAMING_KEYS = /^(name|title|plan|id|key|slug|tier|label)$/
/** The currency, the year and the month in structured data for search engines. */
export const TAGGED_CURRENCY = /"priceCurrency"\s*:\s*"([A-Za-z]{3})"/
export const TAGGED_YEAR = /"(p1y|ann|year|yearly|annual)"|\/year|per year|annually/
export const TAGGED_MONTH = /"(p1m|mon|month|monthly)"|\/month|per month|monthly/
