import { describe, expect, it } from 'vitest'
import { readPdfText } from '../testing/readPdfText.ts'
import { samplePaper } from '../testing/samplePaper.ts'
import { renderInvoicePdf } from './renderInvoicePdf.ts'

const render = (...sample: Parameters<typeof samplePaper>) =>
  renderInvoicePdf(samplePaper(...sample))
const said = async (...sample: Parameters<typeof samplePaper>) =>
  readPdfText((await render(...sample)).bytes)
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('the PDF of an invoice', () => {
  it("has the same bytes for the same invoice, and contains the invoice's date", async () => {
    const first = await render()
    expect(first.fileName).toBe('INV-000042.pdf')
    expect(latin(first.bytes).slice(0, 5)).toBe('%PDF-')
    expect(latin(first.bytes)).toContain('(D:20260201000000Z)')
    expect((await render()).bytes).toEqual(first.bytes)
    expect((await render({ invoice: { number: 'INV-000043' } })).bytes).not.toEqual(first.bytes)
  })

  it("uses the paper size of the buyer's country", async () => {
    const sizeOf = async (country: string | null) =>
      /\/MediaBox (\[[^\]]*\])/.exec(latin((await render({ buyer: { country } })).bytes))?.[1]
    expect(await sizeOf('US')).toBe('[0 0 612 792]')
    expect(await sizeOf('CA')).toBe('[0 0 612 792]')
    expect(await sizeOf('DE')).toBe('[0 0 595.28 841.89]')
    expect(await sizeOf(null)).toBe('[0 0 595.28 841.89]')
  })

  it('prints names in their own script', async () => {
    const names = [
      'Grüße Łódź Ağrı ŠČŽ',
      'ООО «Ромашка»',
      'Ελληνική Εταιρεία',
      'Công ty Việt Nam',
      'ԱԲ აბ',
      '株式会社山田製作所',
      '汉语简体',
      '한국어',
      'ไทย',
    ]
    const text = await said({ buyer: { address: names } })
    for (const name of names) expect(text).toContain(name)
    expect(await said({ buyer: { name: 'Ромашка 山田' } })).toMatch(/Ромашка \n?山田/)
  })

  it('is searchable, even if earlier documents used the same glyphs', async () => {
    // The font draws these Cyrillic letters with the glyphs of Latin ones.
    await render({ seller: { name: 'РАСЕНОТВМК' }, buyer: { name: 'расеух' } })
    const paper = { seller: { name: 'PACEHOTBMK' }, buyer: { name: 'pacexy' } }
    expect(await said(paper)).toContain('PACEHOTBMK')
    expect(await said(paper)).toContain('pacexy')
  })

  it('prints a replacement sign for a character that no font has', async () => {
    expect(await said({ buyer: { name: 'A\u{1F9FF}B' } })).toContain('A\ufffdB')
  })

  it('prints text that looks like code as text', async () => {
    const name = '<img src=x onerror=alert(1)> & "quotes" \\ (parens) % /Name'
    expect(await said({ buyer: { name }, lines: [{ description: name, subtotal: 1 }] })).toContain(
      '<img src=x onerror=alert(1)>',
    )
  })

  it('has as many pages as it states', async () => {
    const lines = Array.from({ length: 81 }, (_, index) => ({
      description: `Line ${index + 1}`,
      subtotal: 100,
    }))
    const { bytes } = await render({ lines })
    const pages = latin(bytes).match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThan(3)
    const text = readPdfText(bytes)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    for (const { description } of lines) expect(text).toContain(description)
  })
})
