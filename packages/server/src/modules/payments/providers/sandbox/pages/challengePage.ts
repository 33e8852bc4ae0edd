import { html } from '../../../../../platform/http/docs/docsHtml.ts'
import { type PageLook, renderPage, SANDBOX_MARK } from './page.ts'

/** The page of the test bank that asks the customer to confirm a payment. */
export const renderChallengePage = (look: PageLook): string =>
  renderPage({
    look,
    title: 'Verification',
    script: 'challenge',
    body: html`${SANDBOX_MARK}
<p class="bank-name"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3 5 6v5c0 4.5 3 8 7 10 4-2 7-5.5 7-10V6z"/></svg>Sandbox Bank</p>
<section class="screen" id="screen-loading"><div class="spinner" aria-hidden="true"></div><p role="status">Contacting the bank…</p></section>
<section class="challenge" id="screen-challenge" hidden>
<h1 id="title" tabindex="-1"></h1>
<p class="description">A real bank would ask for a code or open its app. In the sandbox, you choose the result.</p>
<dl class="facts">
<div><dt>Merchant</dt><dd id="merchant"></dd></div>
<div><dt>Amount</dt><dd id="amount"></dd></div>
<div id="card-row"><dt>Card</dt><dd id="card"></dd></div>
</dl>
<div class="alert" id="alert" role="alert"></div>
<div class="stack">
<button class="primary" id="approve" type="button">Approve</button>
<button class="secondary" id="fail" type="button">Fail</button>
<button class="link" id="abandon" type="button">Leave without answering</button>
</div>
</section>
<section class="screen" id="screen-offline" hidden>
<h2 tabindex="-1">The bank could not be reached</h2>
<p>Check your internet connection. Nothing was charged.</p>
<button class="primary" id="retry" type="button">Try again</button>
</section>`,
  })
