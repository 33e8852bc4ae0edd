import { createHash } from 'node:crypto'

export const MODELS = ['draft', 'standard', 'ultra'] as const
export type Model = (typeof MODELS)[number]

interface DrawOptions {
  prompt: string
  model: Model
  /** Distinguishes images of the same prompt. */
  variant: number
  hasWatermark: boolean
}

/** The number of hill ranges in an image. Better models draw more. */
const RANGES: Readonly<Record<Model, number>> = { draft: 2, standard: 4, ultra: 7 }

/** Draws a landscape as SVG. The same prompt, model and variant give the same image. */
export function drawImage({ prompt, model, variant, hasWatermark }: DrawOptions): string {
  const draw = createRandom(`${prompt}\n${model}\n${variant}`)
  const hue = draw(360)
  const sunX = 80 + draw(352)
  const sunY = 90 + draw(150)
  const ranges = Array.from({ length: RANGES[model] }, (_, range) => {
    const depth = (range + 1) / RANGES[model]
    const base = 230 + depth * 200
    const points = Array.from(
      { length: 9 },
      (_, step) => `${step * 64},${Math.round(base - draw(90) * (1.2 - depth * 0.6))}`,
    )
    const colour = `hsl(${(hue + 150 + range * 9) % 360} ${34 + range * 3}% ${Math.round(62 - depth * 46)}%)`
    return `<polygon fill="${colour}" points="0,512 ${points.join(' ')} 512,512"/>`
  })
  const watermark = hasWatermark
    ? '<text x="256" y="492" text-anchor="middle" font-family="sans-serif" font-size="20" fill="#fff" fill-opacity=".75">Pixelmill</text>'
    : ''
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 70% 78%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 85% 90%)"/></linearGradient></defs>`,
    '<rect width="512" height="512" fill="url(#sky)"/>',
    `<circle cx="${sunX}" cy="${sunY}" r="${26 + draw(30)}" fill="hsl(${(hue + 30) % 360} 95% 96%)"/>`,
    ...ranges,
    watermark,
    '</svg>',
  ].join('')
}

/** Returns a generator of pseudorandom numbers below a limit. The same seed repeats them. */
function createRandom(seed: string): (limit: number) => number {
  let bytes = createHash('sha256').update(seed).digest()
  let offset = 0
  return (limit) => {
    if (offset + 2 > bytes.length) {
      bytes = createHash('sha256').update(bytes).digest()
      offset = 0
    }
    const value = bytes.readUInt16BE(offset)
    offset += 2
    return value % limit
  }
}
