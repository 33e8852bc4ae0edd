import { expect, it } from 'vitest'
import { pageProblem } from './pageBytes.core.ts'

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
