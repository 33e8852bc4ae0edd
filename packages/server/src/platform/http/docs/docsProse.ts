import { errorTable } from '@purser/contract'
import { type Html, type HtmlPart, highlightJson, html, prose } from './docsHtml.ts'

export interface ProseSection {
  id: string
  title: string
  body: Html
}

const block = (code: HtmlPart): Html => html`<pre tabindex="0"><code>${code}</code></pre>`

const json = (value: unknown): Html => block(highlightJson(JSON.stringify(value, null, 2)))

const authentication = (serverUrl: string): Html => html`
<p>Every organization has two environments, sandbox and live, and nothing is ever shared between them. The credential you send selects the environment, so no path and no parameter names it.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Credential</th><th scope="col">Sent as</th><th scope="col">For</th></tr></thead>
<tbody>
<tr><td>Secret key<br><code>sk_sandbox_…</code> <code>sk_live_…</code></td><td><code>x-api-key</code></td><td>Your server. Its scope is <code>full</code> for everything, <code>read</code> for reads, or <code>runtime</code> for check, track and reservations only.</td></tr>
<tr><td>Publishable key<br><code>pk_sandbox_…</code> <code>pk_live_…</code></td><td><code>x-api-key</code></td><td>Your website. It reads public pricing, branding, and active products and plans, and nothing else.</td></tr>
<tr><td>Portal token</td><td><code>Authorization: Bearer</code></td><td>One customer’s browser. It acts for that customer alone, for at most a day, and never tracks usage, grants credits or touches the catalog.</td></tr>
<tr><td>Page token</td><td><code>Authorization: Bearer</code></td><td>Anyone with the link to one checkout or one invoice. It can read that checkout or invoice and pay it, and nothing else.</td></tr>
</tbody></table></div>
<p>A secret key is shown once, when it is created; Purser stores only a hash of it. Create, list and revoke keys with <code>purser keys</code>. Every operation below lists the credentials it accepts.</p>
${block([`curl ${serverUrl}/v1/organization \\\n  -H "x-api-key: $PURSER_API_KEY"`])}`

const errors = html`
<p>Every failure has the same body. Act on <code>code</code>, which is stable. The message is written for people and explains the next step. When you ask for help, include the <code>requestId</code>, which is also in the <code>x-request-id</code> header of every answer.</p>
${json({
  error: {
    code: 'invalid_request',
    message: 'The request has 2 problems; see details.',
    details: [
      { path: 'currency', message: 'must be a lowercase ISO 4217 code such as usd' },
      { path: 'nmae', message: 'is not a known field' },
    ],
    requestId: 'req_8c1f',
  },
})}
<p>A refused request lists all of its problems at once. Unknown fields and query parameters are refused too, so that you find a typo on the first try and not on the first invoice.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead>
<tbody>${Object.entries(errorTable).map(
  ([code, { status, when }]) =>
    html`<tr><td>${status}</td><td><code>${code}</code></td><td>${prose(when)}</td></tr>`,
)}</tbody></table></div>`

const idempotency = html`
<p>A network can fail between a write and its answer. Send an <code>Idempotency-Key</code> of up to 255 characters with any POST, PUT, PATCH or DELETE, and you can safely repeat the request: its effect happens once, even if the server crashes halfway.</p>
<ul>
<li>The same key with the same request gets the first answer again, marked <code>idempotent-replayed: true</code>.</li>
<li>The same key with another request is refused with 409 <code>idempotency_key_reused</code>.</li>
<li>While the first request is still running, the second gets 409 <code>idempotency_in_progress</code>. Wait a moment and send it again.</li>
</ul>
<p>Keys are kept for 24 hours, separately for each environment and caller. Usage events have a separate <code>idempotencyKey</code>, which never expires.</p>`

const pagination = html`
<p>Lists return the newest items first unless their description says otherwise. A page has <code>limit</code> items: 20 by default and at most 100. A larger number counts as 100. To get the next page, pass <code>nextCursor</code> as <code>cursor</code> with the same filters. It is <code>null</code> on the last page.</p>
${json({ data: [], nextCursor: 'eyJpZCI6InByb2RfMDFr…' })}`

const amounts = html`
<p>Amounts are numbers in minor units: <code>2000</code> is 20.00 US dollars, 2000 Japanese yen and 2.000 Kuwaiti dinars, as ISO 4217 counts decimals. Credits are counted in the minor unit of their currency.</p>
<p>Internally, every amount is an exact decimal, never a binary fraction. Credits and unit prices may have up to nine decimals below the minor unit. Unit prices are therefore decimal strings, such as <code>"0.0015"</code>; a number is accepted if it is exact. Money is rounded half to even, once per invoice line, and every charge is a whole number of minor units.</p>
<p>A JSON number that cannot be read exactly is refused. It is never silently changed.</p>
<p>Timestamps are ISO 8601. You may send any offset; answers are in UTC with milliseconds.</p>`

const limits = html`
<div class="scroll"><table>
<thead><tr><th scope="col">What</th><th scope="col">Limit</th></tr></thead>
<tbody>
<tr><td>Request body</td><td>1 MiB</td></tr>
<tr><td>Events in one track request</td><td>1,000</td></tr>
<tr><td>Features in one batch check</td><td>50</td></tr>
<tr><td>Items on a page</td><td>100</td></tr>
<tr><td>Metadata and event properties</td><td>50 keys, 16 KiB of JSON</td></tr>
<tr><td>A string, unless its field says otherwise</td><td>2,000 characters</td></tr>
<tr><td>Idempotency keys</td><td>255 characters, kept 24 hours</td></tr>
<tr><td>Requests per key, unless configured otherwise</td><td>1,000 a second, bursts of 2,000</td></tr>
</tbody></table></div>
<p>Requests beyond the rate limit get 429 with <code>Retry-After</code> in seconds. An overloaded or stopping server answers 503 in the same way and finishes the requests it has accepted.</p>`

/** Describes the rules that apply to every operation. */
export const proseSections = (serverUrl: string): ProseSection[] => [
  { id: 'authentication', title: 'Authentication', body: authentication(serverUrl) },
  { id: 'errors', title: 'Errors', body: errors },
  { id: 'idempotency', title: 'Idempotency', body: idempotency },
  { id: 'pagination', title: 'Pagination', body: pagination },
  { id: 'amounts', title: 'Amounts and exact numbers', body: amounts },
  { id: 'limits', title: 'Limits', body: limits },
]
