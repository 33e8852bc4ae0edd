import { Html, html } from '../../../../../platform/http/docs/docsHtml.ts'
import { type FormCard, formCards } from '../methods/testCards.core.ts'
import { brandRules, type CardBrand, formatCardNumber } from './cardEntry.core.ts'
import { type PageLook, renderPage, SANDBOX_MARK } from './page.ts'

/** The card form, as a full page or as a frame in a merchant's page. */
export const renderFormPage = (look: PageLook): string =>
  renderPage({
    look,
    title: 'Card details',
    script: 'form',
    body: html`${SANDBOX_MARK}
<header class="summary" id="summary" hidden>
<p class="merchant"><span class="monogram" id="monogram" aria-hidden="true"></span><span id="merchant"></span></p>
<h1 id="title" tabindex="-1"></h1>
<p class="description" id="description" hidden></p>
</header>

<section class="screen" id="screen-loading"><div class="spinner" aria-hidden="true"></div><p role="status">Loading the form…</p></section>

<form id="screen-form" novalidate autocomplete="off" hidden>
<div class="alert" id="alert" role="alert"></div>
<fieldset id="fields">
<legend class="quiet">Card</legend>
<div class="field">
<label for="number">Card number</label>
<div class="box"><input id="number" name="test-card-number" type="text" inputmode="numeric" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="4242 4242 4242 4242" aria-describedby="brand-name number-problem"><span class="brand"><span class="brand-name" id="brand-name" role="status"></span>${cardIcons}</span></div>
<p class="problem" id="number-problem" hidden></p>
</div>
<div class="pair">
<div class="field">
<label for="expiry">Expiry date</label>
<input id="expiry" name="test-card-expiry" type="text" inputmode="numeric" autocomplete="off" spellcheck="false" placeholder="MM / YY" aria-describedby="expiry-problem">
<p class="problem" id="expiry-problem" hidden></p>
</div>
<div class="field">
<label for="cvc">Security code</label>
<input id="cvc" name="test-card-cvc" type="text" inputmode="numeric" autocomplete="off" spellcheck="false" placeholder="CVC" aria-describedby="cvc-problem">
<p class="problem" id="cvc-problem" hidden></p>
</div>
</div>
<button class="primary" id="submit" type="submit"></button>
</fieldset>
<a class="link" id="cancel" rel="noreferrer" hidden></a>
<details class="test-cards" id="test-cards">
<summary>Test cards</summary>
<p>Choose one to fill in the form. Use any future date and any security code.</p>
<ul>${formCards.map((card) => html`<li>${renderTestCard(card)}</li>`)}</ul>
</details>
</form>

<section class="screen" id="screen-challenge" hidden>
<div class="sign" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2 2 4-4"/></svg></div>
<h2 tabindex="-1">Confirm it's you</h2>
<p id="challenge-text"></p>
<button class="primary" id="challenge" type="button">Continue to the bank</button>
</section>

<section class="screen" id="screen-done" hidden>
<div class="sign" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="m5 12.5 4.5 4.5L19 7.5"/></svg></div>
<h2 id="done-title" tabindex="-1"></h2>
<p id="done-text"></p>
<a class="primary" id="continue" rel="noreferrer" hidden></a>
</section>

<section class="screen" id="screen-closed" hidden>
<div class="sign bad" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="m7 7 10 10M17 7 7 17"/></svg></div>
<h2 id="closed-title" tabindex="-1"></h2>
<p id="closed-text"></p>
<a class="secondary" id="back" rel="noreferrer" hidden></a>
</section>

<section class="screen" id="screen-offline" hidden>
<div class="sign bad" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 7v6M12 17h.01"/></svg></div>
<h2 tabindex="-1">The form could not be loaded</h2>
<p>Check your internet connection. Nothing was charged.</p>
<button class="primary" id="retry" type="button">Try again</button>
</section>`,
  })

const renderTestCard = ({ number, brand, label }: FormCard) => {
  const { text } = formatCardNumber({ text: number, caret: 0, kind: 'insert' })
  const { name } = brandRules[brand as CardBrand]
  return html`<button class="test-card" type="button" data-number="${number}"><span class="digits">${text}</span> <span class="says">${brand === 'visa' ? label : `${label} (${name})`}</span></button>`
}

/** Drawings of 36 by 24. Each icon has text next to it, so it is hidden from screen readers. */
const drawings: Readonly<Record<CardBrand, string>> = {
  visa: `<rect width="36" height="24" rx="4" fill="#1a2a6c"/><path fill="#fff" d="M9.2 8h1.9l1.2 5.6L14.6 8h1.9l-3.6 8.2h-2.1zM17.3 8h1.9l-1.3 8.2H16zM24.6 8.5l-.4 1.5c-1.4-.6-2.8-.5-2.8.3 0 1 2.9 1 2.9 3.2 0 2.4-2.9 3.2-5.2 2.4l.4-1.6c1.5.6 2.9.4 2.9-.5 0-1.1-2.9-1-2.9-3.1 0-2.3 2.9-3 5.1-2.2zM28.7 8h1.6l1.5 8.2H30l-.2-1.3h-2.5l-.6 1.3h-1.9zm.3 2.6-1.1 2.7h1.6z"/>`,
  mastercard: `<rect width="36" height="24" rx="4" fill="#20232a"/><circle cx="14.2" cy="12" r="6.4" fill="#e5372d"/><circle cx="21.8" cy="12" r="6.4" fill="#f4a024"/><path fill="#f06a22" d="M18 6.85a6.4 6.4 0 0 1 0 10.3 6.4 6.4 0 0 1 0-10.3z"/>`,
  amex: `<rect width="36" height="24" rx="4" fill="#1f72cd"/><path fill="none" stroke="#fff" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" d="m4.5 15 2.5-6 2.5 6M5.4 13.1h3.2M11.5 15V9l2.6 3.5L16.7 9v6M22.5 9h-3.3v6h3.3M19.2 12h2.8M25 9l5 6M30 9l-5 6"/>`,
  discover: `<rect width="36" height="24" rx="4" fill="#f3f1ee"/><path fill="#ee7623" d="M36 13.5V20a4 4 0 0 1-4 4H13c9.5-1.8 17.3-5.5 23-10.5z"/><circle cx="18" cy="10" r="4.6" fill="#ee7623"/><path stroke="#3a3a3a" stroke-width="1.5" stroke-linecap="round" d="M5 7v6M8 7v6M26 7v6M29 7v6"/>`,
  unknown: `<rect x=".75" y=".75" width="34.5" height="22.5" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path fill="currentColor" d="M1 6h34v4H1z"/><path stroke="currentColor" stroke-width="1.5" stroke-linecap="round" d="M5 16.5h8"/>`,
}

/** One icon per brand. The page's script shows the matching one. */
const cardIcons = (Object.keys(brandRules) as CardBrand[]).map(
  (brand) =>
    html`<svg class="icon" data-brand="${brand}"${new Html(brand === 'unknown' ? '' : ' hidden')} viewBox="0 0 36 24" width="36" height="24" aria-hidden="true" focusable="false">${new Html(drawings[brand])}</svg>`,
)
