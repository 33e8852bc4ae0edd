type Rgb = readonly [number, number, number]

/** Accent colors of one scheme, as hex colors. */
export interface AccentColors {
  /** Behind buttons: the merchant's color, unless it would be invisible. */
  readonly fill: string
  /** Text on the fill. */
  readonly onFill: string
  /** Text and lines on the page. */
  readonly text: string
  /** Behind text in the accent. */
  readonly soft: string
}

/**
 * The backgrounds of the style sheet. The first is the card. The last contrasts with it the most.
 */
const SURFACES: Readonly<Record<'light' | 'dark', readonly [Rgb, ...Rgb[]]>> = {
  light: [
    [255, 255, 255],
    [246, 247, 249],
    [240, 242, 245],
  ],
  dark: [
    [24, 27, 33],
    [16, 18, 22],
    [30, 33, 40],
  ],
}
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** WCAG AA for text. */
const READABLE = 4.5
/** A button is recognized by its text, so its edge needs less contrast. */
const NOTICEABLE = 1.3

/**
 * Returns the accent colors of each scheme, readable by WCAG AA for any color; null if the text
 * is not a hex color.
 */
export function accentColors(hex: string): Readonly<Record<'light' | 'dark', AccentColors>> | null {
  const accent = parseHex(hex)
  return accent && { light: inScheme(accent, 'light'), dark: inScheme(accent, 'dark') }
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrast(one: string, other: string): number {
  return contrastOf(parseHex(one) ?? BLACK, parseHex(other) ?? BLACK)
}

function inScheme(accent: Rgb, scheme: 'light' | 'dark'): AccentColors {
  const surfaces = SURFACES[scheme]
  const ink = scheme === 'light' ? BLACK : WHITE
  const soft = mix(surfaces[0], accent, scheme === 'light' ? 0.1 : 0.2)
  const fill = moveUntil(accent, ink, standsOut(surfaces, NOTICEABLE))
  const text = moveUntil(accent, ink, standsOut([...surfaces, soft], READABLE))
  const onFill = contrastOf(WHITE, fill) >= READABLE ? WHITE : BLACK
  return { fill: toHex(fill), onFill: toHex(onFill), text: toHex(text), soft: toHex(soft) }
}

const standsOut = (surfaces: readonly Rgb[], atLeast: number) => (color: Rgb) =>
  surfaces.every((surface) => contrastOf(color, surface) >= atLeast)

function moveUntil(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  const STEPS = 50
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(color, towards, step / STEPS)
    if (isEnough(moved)) return moved
  }
  return towards
}

const channel = (color: Rgb, at: 0 | 1 | 2): number => color[at]

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const at = (index: 0 | 1 | 2) =>
    Math.round(channel(from, index) + (channel(to, index) - channel(from, index)) * share)
  return [at(0), at(1), at(2)]
}

const contrastOf = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const linear = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

const toHex = (color: Rgb): string =>
  `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  const [red, green, blue] = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1) ?? []
  return red && green && blue
    ? [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
    : null
}
