import { brandRules, fieldToCorrect } from '../cardEntry.core.ts'
import type { IntentView } from '../intentView.core.ts'
import { type CardInputs, createCardInputs } from './cardInputs.ts'
import { CallFailed, confirmIntent, readIntent } from './intents.ts'
import { element, postToParent, reportHeight, scheme, showScreen, showText, view } from './page.ts'

/** Long enough to read the success message. */
const REDIRECT_AFTER_MS = 1_500

const alert = element('alert', HTMLElement)
const submit = element('submit', HTMLButtonElement)
let inputs: CardInputs | null = null
let isSending = false
/** True after a lost response: the intent may have changed without the page knowing. */
let isUncertain = false

async function load(): Promise<void> {
  showScreen('loading')
  try {
    const intent = await readIntent()
    showSummary(intent)
    postToParent({ type: 'ready' })
    show(intent)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'unreachable') showScreen('offline')
    else showClosed('This link does not work', 'Go back and request a new one.')
    postToParent({ type: 'error', code: error.code, message: error.message })
  }
}

function showSummary(intent: IntentView): void {
  showText('merchant', intent.merchantName)
  showText('monogram', [...intent.merchantName.trim()][0]?.toUpperCase() ?? null)
  showText('title', intent.amount ?? 'Save your card')
  showText('description', intent.description ?? explain(intent))
  showLink('cancel', intent.cancelUrl, `Cancel and return to ${intent.merchantName}`)
  submit.textContent = intent.amount === null ? 'Save card' : `Pay ${intent.amount}`
  element('summary', HTMLElement).hidden = false
}

const explain = ({ kind, merchantName }: IntentView): string | null =>
  kind === 'setup'
    ? `${merchantName} saves your card for later payments. You are not charged now.`
    : null

/**
 * Shows a link out of the form. A frame hides it, because the surrounding page decides where to go.
 */
function showLink(id: string, url: string | null, text: string): void {
  const link = element(id, HTMLAnchorElement)
  link.hidden = url === null || view === 'frame'
  link.href = url ?? ''
  link.textContent = text
}

const screens: Readonly<Record<IntentView['status'], (intent: IntentView) => void>> = {
  requires_method: showForm,
  requires_challenge: showChallenge,
  succeeded: showDone,
  failed: ({ lastError, merchantName }) => {
    const message = lastError?.message ?? `Ask ${merchantName} for another way to pay.`
    showClosed('The payment did not go through', message)
    postToParent({ type: 'error', code: lastError?.code ?? 'failed', message })
  },
  canceled: (intent) => {
    const message = `This form was canceled or has expired. Nothing was charged. Ask ${intent.merchantName} for a new link.`
    showClosed('This form is closed', message, intent)
    postToParent({ type: 'error', code: 'canceled', message })
  },
}

const show = (intent: IntentView): void => screens[intent.status](intent)

function showForm(intent: IntentView): void {
  showScreen('form')
  const isFirst = inputs === null
  inputs ??= createCardInputs(new Date(intent.now), showAlert)
  // A frame does not steal the focus from the surrounding page.
  if (isFirst && view === 'hosted') inputs.focus('number')
  if (!intent.lastError) return
  const { code, message } = intent.lastError
  showAlert(message)
  const field = fieldToCorrect(code)
  if (field) inputs.focus(field)
  else submit.focus()
  postToParent({ type: 'error', code, message })
}

function showChallenge({ kind, card }: IntentView): void {
  const name = card ? ` (${nameOf(card)})` : ''
  element('challenge-text', HTMLElement).textContent =
    kind === 'setup'
      ? `Your bank asks for confirmation before the card${name} is saved.`
      : `Your bank asks for confirmation before the card${name} is charged.`
  showScreen('challenge')
}

const nameOf = ({ brand, last4 }: { brand: string; last4: string }): string => {
  const [, rules] = Object.entries(brandRules).find(([name]) => name === brand) ?? []
  return `${rules?.name ?? 'card'} ending in ${last4}`
}

function showDone({ kind, successUrl, merchantName }: IntentView): void {
  const isLeaving = successUrl !== null && view === 'hosted'
  showText('done-title', kind === 'setup' ? 'Card saved' : 'Payment received')
  showText('done-text', isLeaving ? `Returning to ${merchantName}…` : 'You can close this page.')
  if (view === 'frame') showText('done-text', null)
  showLink('continue', successUrl, `Return to ${merchantName} now`)
  showScreen('done')
  postToParent({ type: 'complete' })
  if (isLeaving) setTimeout(() => location.replace(successUrl), REDIRECT_AFTER_MS)
}

function showClosed(title: string, text: string, intent?: IntentView): void {
  showText('closed-title', title)
  showText('closed-text', text)
  showLink('back', intent?.cancelUrl ?? null, `Return to ${intent?.merchantName}`)
  showScreen('closed')
}

/** Shows a problem of the whole form. Screen readers announce it immediately. */
function showAlert(sentence: string | null): void {
  alert.textContent = sentence
}

function openChallenge(): void {
  location.replace(`challenge?view=${view}&scheme=${scheme}${location.hash}`)
}

async function send(): Promise<void> {
  const card = inputs?.read()
  if (isSending || !card) return
  setSending(true)
  try {
    const before = isUncertain ? await readIntent() : null
    const isOver = before !== null && before.status !== 'requires_method'
    const intent = isOver ? before : await confirmIntent(card)
    isUncertain = false
    setSending(false)
    if (intent.status === 'requires_challenge') openChallenge()
    else show(intent)
  } catch (error) {
    setSending(false)
    if (!(error instanceof CallFailed)) throw error
    isUncertain = true
    showAlert(error.message)
    submit.focus()
    postToParent({ type: 'error', code: error.code, message: error.message })
  }
}

function setSending(isNow: boolean): void {
  isSending = isNow
  element('fields', HTMLFieldSetElement).disabled = isNow
  submit.disabled = isNow
  submit.setAttribute('aria-busy', String(isNow))
}

element('screen-form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
element('challenge', HTMLButtonElement).addEventListener('click', openChallenge)
element('retry', HTMLButtonElement).addEventListener('click', () => void load())
addEventListener('hashchange', () => location.reload())
reportHeight()
void load()
