import { html } from '../../../../../platform/http/docsHtml.ts'
import { cardIcons } from './cardIcons.ts'
import { brandRules, type CardBrand } from './core/cardBrand.ts'
import { formatCardNumber } from './core/cardNumber.ts'
import { type FormCard, formCards } from './core/formCards.ts'
import { type PageLook, renderPage, SANDBOX_MARK } from './page.ts'

/** The card form: as a page of its own, or as a frame in a merchant's page. */
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
<p>Choose one to fill in the form. Any date ahead and any security code do.</p>
<ul>${formCards.map((card) => html`<li>${renderTestCard(card)}</li>`)}</ul>
</details>
</form>

<section class="screen" id="screen-challenge" hidden>
<div class="sign" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6zM9 12l2 2 4-4"/></svg></div>
<h2 tabindex="-1">Your bank wants to be sure that it is you</h2>
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
<p>Check the connection to the internet. Nothing was charged.</p>
<button class="primary" id="retry" type="button">Try again</button>
</section>`,
  })

const renderTestCard = ({ number, brand, label }: FormCard) => {
  const { text } = formatCardNumber({ text: number, caret: 0, kind: 'insert' })
  const { name } = brandRules[brand as CardBrand]
  return html`<button class="test-card" type="button" data-number="${number}"><span class="digits">${text}</span> <span class="says">${brand === 'visa' ? label : `${label} (${name})`}</span></button>`
}
