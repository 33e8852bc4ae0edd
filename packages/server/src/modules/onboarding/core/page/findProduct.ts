import type { Page } from './parsePage.ts'

const PAGE_WORDS =
  /^(pricing|prices|plans?|plans? (&|and) pricing|pricing (&|and) plans?|pricing plans?|preise|tarife|tarifs?|prix|precios|planes|preços|planos|цены|тарифы|价格|定价|料金|料金プラン|가격|요금|our pricing|home|welcome|official site|simple pricing.*|subscription.*|buy.*|upgrade.*)$/i

/** The product's name, from the page's title and what it says of its site. */
export function findProduct({ title, metas }: Page): string | null {
  const site =
    metas.get('og:site_name') ??
    metas.get('application-name') ??
    metas.get('apple-mobile-web-app-title')
  const parts = title
    .split(/\s+[|–—·•:-]\s+|\s*[|•·]\s*|:\s+/)
    .map((part) => part.trim())
    .filter((part) => part && !PAGE_WORDS.test(part))
  if (site?.trim()) return site.trim().slice(0, 80)
  const named = parts
    .map((part) => part.replace(/\s*(pricing|plans|preise|tarifs|prices)\s*$/i, '').trim())
    .filter(Boolean)
  const short = [...named].sort((a, b) => a.length - b.length)[0]
  return short ? short.slice(0, 80) : null
}
