import { brandRules } from '../cardEntry.core.ts'
import { answerChallenge, CallFailed, readIntent } from './intents.ts'
import { element, reportHeight, scheme, showScreen, showText, view } from './page.ts'

const buttons = ['approve', 'fail', 'abandon'].map((id) => element(id, HTMLButtonElement))

/** Returns to the form, which shows the result. */
function goBack(): void {
  const form = view === 'frame' ? 'frame' : 'form'
  location.replace(`${form}?scheme=${scheme}${location.hash}`)
}

async function load(): Promise<void> {
  showScreen('loading')
  try {
    const intent = await readIntent()
    if (intent.status !== 'requires_challenge') return goBack()
    const { merchantName, amount, card } = intent
    showText('merchant', merchantName)
    showText('amount', amount ?? 'Nothing is charged now')
    const [, brand] = Object.entries(brandRules).find(([name]) => name === card?.brand) ?? []
    showText('card', card && `${brand?.name ?? 'Card'} •••• ${card.last4}`)
    element('card-row', HTMLElement).hidden = card === null
    showText('title', amount === null ? 'Confirm this card' : 'Confirm this payment')
    showScreen('challenge')
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'unreachable') showScreen('offline')
    else goBack()
  }
}

async function answer(button: HTMLButtonElement, choice: 'approve' | 'fail'): Promise<void> {
  setSending(button, true)
  try {
    await answerChallenge(choice)
    goBack()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    setSending(button, false)
    element('alert', HTMLElement).textContent = error.message
    button.focus()
  }
}

function setSending(button: HTMLButtonElement, isNow: boolean): void {
  button.setAttribute('aria-busy', String(isNow))
  for (const each of buttons) each.disabled = isNow
}

for (const choice of ['approve', 'fail'] as const) {
  const button = element(choice, HTMLButtonElement)
  button.addEventListener('click', () => void answer(button, choice))
}
element('abandon', HTMLButtonElement).addEventListener('click', goBack)
element('retry', HTMLButtonElement).addEventListener('click', () => void load())
reportHeight()
void load()
