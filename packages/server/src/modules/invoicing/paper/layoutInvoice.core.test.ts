import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplePaper } from '../testing/samplePaper.ts'
import { composeInvoiceWords, type InvoiceWords } from './invoiceWords.core.ts'
import { A4, LETTER, layoutInvoice, type PrintedPaper } from './layoutInvoice.core.ts'
import type { PaperMark } from './paperLayout.core.ts'
import { charactersOf, type TextStyle } from './paperText.core.ts'

/** A font whose characters are half as wide as they are high. */
const measure = (text: string, { size }: TextStyle) => charactersOf(text).length * size * 0.5

const print = (words: InvoiceWords, size = A4) => layoutInvoice(words, size, measure)
const printSample = (...sample: Parameters<typeof samplePaper>) =>
  print(composeInvoiceWords(samplePaper(...sample)))

type TextMark = Extract<PaperMark, { kind: 'text' }>
const textsOf = (marks: readonly PaperMark[]) =>
  marks.filter((mark): mark is TextMark => mark.kind === 'text')
const saidOn = (marks: readonly PaperMark[]) => textsOf(marks).map(({ text }) => text)
const lines = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({
    description: `Line ${index + 1}`,
    subtotal: 100 + index,
    ...more,
  }))

/** Checks that no text on a page overlaps other text or leaves the margins. */
function expectTidy({ pages, size }: PrintedPaper): void {
  for (const marks of pages) {
    const boxes = textsOf(marks).map(({ x, y, text, style }) => ({
      text,
      left: x,
      right: x + measure(text, style),
      top: y - style.size * 0.75,
      bottom: y + style.size * 0.2,
    }))
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(49.9)
      expect(box.right).toBeLessThanOrEqual(size.width - 49.9)
      expect(box.top).toBeGreaterThanOrEqual(45)
      expect(box.bottom).toBeLessThanOrEqual(size.height - 30)
    }
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        const isApart =
          a.right <= b.left + 0.1 ||
          b.right <= a.left + 0.1 ||
          a.bottom <= b.top ||
          b.bottom <= a.top
        expect(isApart, `"${a.text}" and "${b.text}"`).toBe(true)
      }
    })
  }
}

describe('the pages of an invoice', () => {
  it('contain every word and figure', () => {
    const words = composeInvoiceWords(
      samplePaper({
        lines: lines(3),
        discount: { name: 'TEN', amount: 30 },
        creditsApplied: 11,
        creditNotes: [{ amount: 5 }],
        seller: { footer: 'IBAN DE02\nHRB 1' },
        invoice: { amountPaid: 7 },
      }),
    )
    const said = print(words).pages.flatMap(saidOn)
    const expected = [
      'INVOICE',
      words.seller.name,
      ...words.seller.lines,
      words.buyer.name,
      ...words.buyer.lines,
      ...words.facts.flat(),
      ...words.headings,
      ...words.rows.flatMap(({ description, figures }) => [description, ...figures]),
      ...words.totals.flatMap(({ label, value }) => [label, value]),
      ...words.lists.flatMap(({ heading, entries }) => [heading, ...entries]),
      ...words.notes,
      'IBAN DE02',
      'HRB 1',
      'Page 1 of 1',
    ]
    for (const text of expected) expect(said).toContain(text)
  })

  it('repeat the headings and number the pages', () => {
    const { pages } = printSample({ lines: lines(81) })
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((marks, index) => {
      const said = saidOn(marks)
      expect(said).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(said.filter((text) => text === 'Unit price')).toHaveLength(1)
      expect(said).toContain('INV-000042 · Acme Software GmbH')
    })
    const said = pages.flatMap(saidOn)
    for (const { description } of lines(81)) {
      expect(said.filter((text) => text === description)).toHaveLength(1)
    }
  })

  it('never show the totals on a page without an invoice line', () => {
    for (let count = 10; count < 45; count += 1) {
      const said = printSample({ lines: lines(count) }).pages.map(saidOn)
      const last = said.find((texts) => texts.includes('Amount due'))
      expect(last).toContain(`Line ${count}`)
    }
  })

  it('keep the period of a line on the same page as the line', () => {
    const { pages } = printSample({ lines: lines(60) })
    for (const marks of pages) {
      const said = saidOn(marks)
      const periods = said.filter((text) => text === '1 Jan 2026 – 31 Jan 2026').length
      const rows = said.filter((text) => text.startsWith('Line ')).length
      // The first page also shows the period of the whole invoice.
      expect(periods - rows).toBe(said.includes('Bill to') ? 1 : 0)
    }
  })

  it('all show a watermark if the invoice is void', () => {
    const { pages } = printSample({ lines: lines(40), invoice: { status: 'void' } })
    for (const marks of pages) expect(marks).toContainEqual({ kind: 'watermark', text: 'VOID' })
    expect(
      printSample()
        .pages.flat()
        .some(({ kind }) => kind === 'watermark'),
    ).toBe(false)
  })

  it('fit on Letter paper too', () => {
    const paper = print(composeInvoiceWords(samplePaper({ lines: lines(30) })), LETTER)
    expect(paper.size).toEqual({ width: 612, height: 792 })
    expectTidy(paper)
  })

  it('can hold a description that is longer than a page', () => {
    const description = Array.from({ length: 1_500 }, (_, index) => `word${index}`).join(' ')
    const paper = printSample({ lines: [{ description, subtotal: 1 }, ...lines(2)] })
    expectTidy(paper)
    const said = paper.pages.flatMap(saidOn).join(' ')
    expect(said).toContain('word0 ')
    expect(said).toContain('word1499')
  })

  it('never show overlapping text, for any input', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('x', 'W', '-'), maxLength: 800 }),
    )
    const line = fc.record({
      description: text,
      quantity: fc
        .double({ min: 0, max: 1e12, noNaN: true })
        .map((value) => Number(value.toFixed(6))),
      unitAmount: fc
        .double({ min: 0, max: 1e12, noNaN: true })
        .map((value) => Number(value.toFixed(6))),
      subtotal: fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.array(text, { maxLength: 6 }),
        text,
        text,
        (someLines, address, name, footer) => {
          const paper = printSample({
            lines: someLines,
            seller: { name, address, footer },
            buyer: { name, address },
            invoice: { customerId: name },
          })
          expectTidy(paper)
        },
      ),
      { numRuns: 20 },
    )
  })
})
