import { inflateSync } from 'node:zlib'

/**
 * Extracts the text that a reader can search and copy in a PDF made by pdfkit. Maps the glyphs of
 * each string to characters with the table of the font.
 */
export function readPdfText(bytes: Uint8Array): string {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'))
  const texts: string[] = []
  for (const { body } of objects.values()) {
    const streams = /\/Type \/Page\b/.test(body) ? (/\/Contents (\d+)/.exec(body)?.[1] ?? '') : ''
    if (streams === '') continue
    const fonts = fontsOf(objects, body)
    texts.push(textOf(objects.get(streams)?.stream() ?? '', fonts))
  }
  return texts.join('\n')
}

interface PdfObject {
  body: string
  stream(): string
}

type Objects = Map<string, PdfObject>
type CharacterTable = Map<string, string>

function objectsOf(file: string): Objects {
  const objects: Objects = new Map()
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const stream = () => {
      const [, packed = ''] = /stream\n([\s\S]*)\nendstream/.exec(body) ?? []
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    }
    objects.set(id, { body, stream })
  }
  return objects
}

/** The character tables of a page's fonts, by the names used on the page. */
function fontsOf(objects: Objects, page: string): Map<string, CharacterTable> {
  const resources = objects.get(/\/Resources (\d+)/.exec(page)?.[1] ?? '')?.body ?? page
  const fonts = new Map<string, CharacterTable>()
  for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+)/.exec(objects.get(id)?.body ?? '')?.[1] ?? ''
    fonts.set(name, characterTable(objects.get(table)?.stream() ?? ''))
  }
  return fonts
}

function characterTable(cmap: string): CharacterTable {
  const table: CharacterTable = new Map()
  for (const [, first = '', , list = ''] of cmap.matchAll(
    /<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi,
  )) {
    let glyph = Number.parseInt(first, 16)
    for (const [, hex = ''] of list.matchAll(/<([0-9a-f ]*)>/gi)) {
      const text = Buffer.from(hex.replace(/ /g, ''), 'hex').swap16().toString('utf16le')
      table.set(glyph.toString(16).padStart(4, '0'), text)
      glyph += 1
    }
  }
  return table
}

function textOf(content: string, fonts: Map<string, CharacterTable>): string {
  const lines: string[] = []
  let table: CharacterTable = new Map()
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) table = fonts.get(font) ?? new Map()
    if (shown === undefined) continue
    const glyphs = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex = '']) => hex).join('')
    const codes = glyphs.match(/.{4}/g) ?? []
    lines.push(codes.map((code) => table.get(code.toLowerCase()) ?? '').join(''))
  }
  return lines.join('\n')
}
