/** The data of a merchant's page. It contains the token of the customer, but no API key. */
export interface MerchantPage {
  purserUrl: string
  customerId: string
  token: string
  creditCurrencyId: string
}

/**
 * Renders a merchant's billing page as the guide describes it. It calls the public API from another
 * origin and shows the provider's form in a frame.
 */
export const renderMerchantPage = (page: MerchantPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Your balance</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem }
  button { font: inherit; padding: .4rem .8rem; margin: 0 .5rem .5rem 0 }
  iframe { display: block; width: 100%; height: 20rem; border: 0 }
  output { font-size: 2rem; display: block }
</style>
</head>
<body>
<h1>Your balance</h1>
<output id="balance">$0.00</output>
<p>
  <button id="top-up">Top up $10</button>
  <button id="pay">Top up $10 with another card</button>
  <button id="add">Add a card</button>
  <button id="leave">Add a card on the next page</button>
</p>
<p id="status" role="status"></p>
<h2>Your cards</h2>
<ul id="cards"></ul>
<div id="form"></div>
<script type="module">
const { purserUrl, customerId, token, creditCurrencyId } = ${JSON.stringify(page)}
const at = (id) => document.getElementById(id)
const dollars = (cents) => '$' + (cents / 100).toFixed(2)

async function call(method, path, body) {
  const response = await fetch(purserUrl + path, {
    method,
    headers: {
      authorization: 'Bearer ' + token,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  return response.ok ? answer : { kind: answer.error.code, ...answer.error }
}

async function read() {
  const wallets = await call('GET', '/v1/customers/' + customerId + '/credit-accounts')
  const methods = await call('GET', '/v1/payment-methods')
  return {
    balance: dollars(wallets.data.reduce((sum, wallet) => sum + wallet.balance, 0)),
    cards: methods.data.map(({ cardBrand, cardLast4 }) => cardBrand + ' ' + cardLast4),
  }
}

let shown = {}
/** The part of the page that changes when the form is complete. */
let awaited = 'cards'
function show({ balance, cards }) {
  shown = { balance, cards }
  at('balance').textContent = balance
  at('cards').replaceChildren(
    ...cards.map((card) => Object.assign(document.createElement('li'), { textContent: card })),
  )
}

/**
 * Credits and cards arrive separately by webhook shortly after the form is complete. Waits until
 * the awaited part has changed and two reads return the same data.
 */
async function showChange() {
  let before = ''
  for (let tries = 0; tries < 300; tries += 1) {
    const now = await read()
    const text = JSON.stringify(now)
    const hasChanged = JSON.stringify(now[awaited]) !== JSON.stringify(shown[awaited])
    if (hasChanged && text === before) return show(now)
    before = text
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function openForm({ token: clientSecret }) {
  const frame = document.createElement('iframe')
  frame.title = 'Card'
  frame.src = purserUrl + '/sandbox/frame#' + clientSecret
  at('form').replaceChildren(frame)
}

addEventListener('message', async ({ data, origin }) => {
  if (origin !== new URL(purserUrl).origin || data.source !== 'purser-sandbox') return
  const frame = at('form').firstChild
  if (data.type === 'resize' && frame) frame.style.height = data.height + 'px'
  if (data.type === 'error') at('status').textContent = data.message
  if (data.type !== 'complete') return
  at('form').replaceChildren()
  await showChange()
  at('status').textContent = 'Done.'
})

const outcomes = {
  charged_inline: async () => {
    show(await read())
    at('status').textContent = 'Paid with your card.'
  },
  requires_form: ({ client }) => client.url ? location.assign(client.url) : openForm(client),
  authentication_required: ({ details }) => {
    at('status').textContent = "Confirm it's you."
    openForm(details.client)
  },
}

async function act(path, body) {
  at('status').textContent = ''
  at('form').replaceChildren()
  awaited = path === setup ? 'cards' : 'balance'
  const outcome = await call('POST', path, body)
  const handle = outcomes[outcome.kind] ?? (() => { at('status').textContent = outcome.message })
  await handle(outcome)
}

const topUp = { creditCurrencyId, amountCents: 1000 }
const setup = '/v1/payment-methods/setup'
at('add').onclick = () => act(setup, { uiMode: 'embedded' })
at('leave').onclick = () => act(setup, { uiMode: 'hosted', successUrl: location.href })
at('top-up').onclick = () => act('/v1/credits/topups', topUp)
at('pay').onclick = () => act('/v1/credits/topups', { ...topUp, forceForm: true })
show(await read())
</script>
</body>
</html>
`
