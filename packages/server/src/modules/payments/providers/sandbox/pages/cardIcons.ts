import { Html, html } from '../../../../../platform/http/docsHtml.ts'
import { brandRules, type CardBrand } from './core/cardBrand.ts'

/** Drawn in a box of 36 by 24; the text beside an icon names it, so it is hidden from readers. */
const drawings: Readonly<Record<CardBrand, string>> = {
  visa: `<rect width="36" height="24" rx="4" fill="#1a2a6c"/><path fill="#fff" d="M9.2 8h1.9l1.2 5.6L14.6 8h1.9l-3.6 8.2h-2.1zM17.3 8h1.9l-1.3 8.2H16zM24.6 8.5l-.4 1.5c-1.4-.6-2.8-.5-2.8.3 0 1 2.9 1 2.9 3.2 0 2.4-2.9 3.2-5.2 2.4l.4-1.6c1.5.6 2.9.4 2.9-.5 0-1.1-2.9-1-2.9-3.1 0-2.3 2.9-3 5.1-2.2zM28.7 8h1.6l1.5 8.2H30l-.2-1.3h-2.5l-.6 1.3h-1.9zm.3 2.6-1.1 2.7h1.6z"/>`,
  mastercard: `<rect width="36" height="24" rx="4" fill="#20232a"/><circle cx="14.2" cy="12" r="6.4" fill="#e5372d"/><circle cx="21.8" cy="12" r="6.4" fill="#f4a024"/><path fill="#f06a22" d="M18 6.85a6.4 6.4 0 0 1 0 10.3 6.4 6.4 0 0 1 0-10.3z"/>`,
  amex: `<rect width="36" height="24" rx="4" fill="#1f72cd"/><path fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" d="m4.5 15 2.5-6 2.5 6M5.4 13.1h3.2M11.5 15V9l2.6 3.5L16.7 9v6M22.5 9h-3.3v6h3.3M19.2 12h2.8M25 9l5 6M30 9l-5 6"/>`,
  discover: `<rect width="36" height="24" rx="4" fill="#f3f1ee"/><path fill="#ee7623" d="M36 13.5V20a4 4 0 0 1-4 4H13c9.5-1.8 17.3-5.5 23-10.5z"/><circle cx="18" cy="10" r="4.6" fill="#ee7623"/><path stroke="#3a3a3a" stroke-width="1.5" stroke-linecap="round" d="M5 7v6M8 7v6M26 7v6M29 7v6"/>`,
  unknown: `<rect x=".75" y=".75" width="34.5" height="22.5" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path fill="currentColor" d="M1 6h34v4H1z"/><path stroke="currentColor" stroke-width="1.5" stroke-linecap="round" d="M5 16.5h8"/>`,
}

/** One icon a brand, of which the page's script shows the right one. */
export const cardIcons = (Object.keys(brandRules) as CardBrand[]).map(
  (brand) =>
    html`<svg class="icon" data-brand="${brand}"${new Html(brand === 'unknown' ? '' : ' hidden')} viewBox="0 0 36 24" width="36" height="24" aria-hidden="true" focusable="false">${new Html(drawings[brand])}</svg>`,
)
