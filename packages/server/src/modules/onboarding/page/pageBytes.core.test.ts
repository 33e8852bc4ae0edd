import { expect, it } from 'vitest'
import { decodePage, pageProblem } from './pageBytes.core.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const cyrillic = Uint8Array.from([0xd6, 0xe5, 0xed, 0xe0])

it.each([
  ['as UTF-8 if nothing names an encoding', Buffer.from('29 €'), '', '29 €'],
  ['as Windows-1252 if it is not UTF-8', latin('prix : 29 \x80'), 'text/html', 'prix : 29 €'],
  ['by its header', cyrillic, 'text/html; charset=windows-1251', 'Цена'],
  [
    'by its header, even if the encoding is in quotes',
    cyrillic,
    'text/html;charset="Windows-1251"; x=y',
    'Цена',
  ],
  [
    'by its byte order mark before its header',
    Buffer.from('\ufeff29 €'),
    'text/html; charset=latin1',
    '29 €',
  ],
  ['as UTF-16 by its byte order mark', Buffer.from('\ufeff29 €', 'utf16le'), 'text/html', '29 €'],
  [
    'as UTF-8 if the header names no known encoding',
    Buffer.from('29 €'),
    'text/html; charset=none',
    '29 €',
  ],
])('a page is decoded %s', (_by, bytes, contentType, text) => {
  expect(decodePage(bytes, contentType)).toBe(text)
})

it('a page is decoded by its meta element', () => {
  const page = Buffer.concat([Buffer.from('<meta charset="shift_jis">'), Buffer.from([0x89, 0x7e])])
  expect(decodePage(page, 'text/html')).toContain('円')
})

it('a page is decoded even if it names an encoding that browsers reject', () => {
  expect(decodePage(Buffer.from('29'), 'text/html; charset=iso-2022-cn')).toBe('29')
})

const HTML = Buffer.from('<!doctype html><p>$10')

it.each([
  ['text/html; charset=utf-8', HTML],
  ['application/xhtml+xml', HTML],
  ['', HTML],
  ['TEXT/HTML', Buffer.from('Pro $10')],
  ['text/html', Buffer.from('\ufeff<p>$10', 'utf16le')],
])('a page of %s is accepted', (type, bytes) => {
  expect(pageProblem(type, bytes)).toBeNull()
})

it.each([
  ['application/pdf', HTML, /a PDF/],
  ['text/html', Buffer.from('%PDF-1.7 …'), /a PDF/],
  ['image/svg+xml', Buffer.from('<svg>'), /an image/],
  ['text/html', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13]), /an image/],
  ['', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /an image/],
  ['application/vnd.api+json', Buffer.from('{}'), /JSON/],
  ['video/mp4', Buffer.from('x'), /a recording/],
  ['application/zip', Buffer.from([0x50, 0x4b, 3, 4]), /an archive/],
  ['application/octet-stream', HTML, /not a web page but application\/octet-stream/],
  ['text/html', Buffer.from([0x41, 0, 0x42]), /not a web page/],
  ['text/html', Buffer.from(' \n\t'), /empty/],
  ['text/html', Buffer.alloc(0), /empty/],
])('a response of type %s that is not a page is rejected: %#', (type, bytes, problem) => {
  expect(pageProblem(type, bytes)).toMatch(problem)
})
