import { describe, expect, it } from 'vitest'
import { walk } from '../PageNode.ts'
import { parsePage } from './parsePage.ts'

const markOf = (html: string): 'yes' | 'no' | null => {
  const page = parsePage(html)
  for (const { mark } of page ? walk(page.body) : []) if (mark) return mark
  return null
}

describe('an icon', () => {
  it.each([
    ['<i class="fas fa-check"></i>', 'yes'],
    ['<i class="bi bi-x-circle"></i>', 'no'],
    ['<i class="fa fa-times"></i>', 'no'],
    ['<svg class="lucide lucide-check"><path d="M0 0"/></svg>', 'yes'],
    ['<svg><path d="M5 13l4 4L19 7"/></svg>', 'yes'],
    ['<svg><path d="M6 18L18 6M6 6l12 12"/></svg>', 'no'],
    ['<svg><line x1="18" y1="6" x2="6" y2="18"/><line x1="6" y1="6" x2="18" y2="18"/></svg>', 'no'],
    ['<svg><path d="M4.5 12.5l5 5L19.5 7.5"/></svg>', 'yes'],
    ['<svg><rect/><path d="M4.5 12.5l5 5L19.5 7.5"/></svg>', 'yes'],
    ['<svg><rect/><path d="M1 10h22"/></svg>', null],
    ['<svg class="x"><path d="M6 9l6 6 6-6"/></svg>', 'no'],
    ['<svg><use href="#icon-tick"/></svg>', 'yes'],
    ['<svg><title>box-checked</title><path d="M0 0"/></svg>', 'yes'],
    ['<img src="/img/cross.svg" alt="">', 'no'],
    ['<img alt="Included" src="/a.png">', 'yes'],
    ['<i class="icon-star"></i>', null],
    ['<span class="text-xs next">words</span>', null],
    ['<table><tr><td class="feat-yes"></td></tr></table>', 'yes'],
    ['<table><tr><td class="feat-yes">5</td></tr></table>', null],
  ])('in %s means %s', (html, mark) => {
    expect(markOf(html)).toBe(mark)
  })
})
