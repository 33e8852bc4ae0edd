import htmlEncodingSniffer from 'html-encoding-sniffer'

const SIGNATURES: readonly [what: string, starts: readonly (string | number[])[]][] = [
  ['a PDF', ['%PDF-']],
  ['an image', [[0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff], 'GIF8', 'RIFF', [0, 0, 1, 0]]],
  [
    'an archive',
    [
      [0x50, 0x4b, 3, 4],
      [0x1f, 0x8b],
    ],
  ],
]

const TYPES: readonly [RegExp, string][] = [
  [/^application\/(x-)?pdf\b/, 'a PDF'],
  [/^image\//, 'an image'],
  [/^(audio|video)\//, 'a recording'],
  [/^(application\/(.+\+)?json|text\/json)\b/, 'JSON'],
  [/^(text\/css|(text|application)\/javascript)\b/, 'code'],
]

const READABLE = /^(text\/html|application\/xhtml\+xml|text\/plain|(application|text)\/xml)\b/

/** The number of bytes that are checked for binary content. */
const LOOKED_AT = 1_000

/**
 * The reason why a response is not a readable page, or null. The content counts more than the
 * content type.
 */
export function pageProblem(contentType: string, bytes: Uint8Array): string | null {
  const type = contentType.trim().toLowerCase()
  const found =
    SIGNATURES.find(([, starts]) => starts.some((start) => startsWith(bytes, start)))?.[0] ??
    TYPES.find(([pattern]) => pattern.test(type))?.[1]
  if (found) return `This is ${found}, not a web page. Give the address of a page with prices.`
  if (bytes.every((byte) => byte <= 0x20)) return 'The page is empty.'
  const isUtf16 = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])
  const isBinary = !isUtf16 && bytes.subarray(0, LOOKED_AT).includes(0)
  return isBinary || (type !== '' && !READABLE.test(type))
    ? `This is not a web page${type && ` but ${type.split(';')[0]}`}. Give the address of a page with prices.`
    : null
}

function startsWith(bytes: Uint8Array, start: string | number[]): boolean {
  const expected = typeof start === 'string' ? [...Buffer.from(start, 'latin1')] : start
  return expected.every((byte, at) => bytes[at] === byte)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Decodes a page like a browser: by its byte order mark, its header or its meta element. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1]
  const encoding = htmlEncodingSniffer(bytes, {
    ...(label && { transportLayerEncodingLabel: label }),
    // Browsers guess from the user's country. Valid UTF-8 is never in another encoding.
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  // The standard uses this name for encodings that must not be decoded.
  return new TextDecoder(encoding === 'replacement' ? 'utf-8' : encoding).decode(bytes)
}
