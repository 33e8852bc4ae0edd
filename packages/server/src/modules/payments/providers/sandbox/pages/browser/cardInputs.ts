import { formCards, type StoredCard } from '../../methods/testCards.core.ts'
import {
  brandRules,
  type CardField,
  cardFields,
  checkCardField,
  detectBrand,
  digitsOf,
  type Edit,
  type FieldText,
  farExpiry,
  formatCardNumber,
  formatExpiry,
  NO_TEST_CARD,
  parseExpiry,
} from '../cardEntry.core.ts'
import { element, showText } from './page.ts'

export interface CardInputs {
  /**
   * Returns the card to send. If a field has a problem, shows it, focuses that field and returns
   * null.
   */
  read(): StoredCard | null
  focus(field: CardField): void
}

const testNumbers: ReadonlySet<string> = new Set(formCards.map(({ number }) => number))

/** The three inputs of a card. They format the typed text and show problems next to each field. */
export function createCardInputs(
  now: Date,
  showAlert: (sentence: string | null) => void,
): CardInputs {
  const inputs = {
    number: element('number', HTMLInputElement),
    expiry: element('expiry', HTMLInputElement),
    cvc: element('cvc', HTMLInputElement),
  }
  const entry = () => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  })
  const brand = () => detectBrand(digitsOf(inputs.number.value))

  const formats: Readonly<Record<CardField, (edit: Edit) => FieldText>> = {
    number: formatCardNumber,
    expiry: formatExpiry,
    cvc: ({ text, caret }) => {
      const digits = digitsOf(text).slice(0, brandRules[brand()].cvcLengths.at(-1))
      return { text: digits, caret: digitsOf(text.slice(0, caret)).length }
    },
  }

  const check = (field: CardField): string | null => {
    const problem = checkCardField(field, entry(), { now, testNumbers })
    inputs[field].setAttribute('aria-invalid', String(problem !== null))
    showText(`${field}-problem`, problem)
    if (problem === NO_TEST_CARD) element('test-cards', HTMLDetailsElement).open = true
    return problem
  }
  const isMarked = (field: CardField) => inputs[field].getAttribute('aria-invalid') === 'true'

  /** Shows how many fields have a problem. */
  const reportMarkedFields = () => {
    const { length } = cardFields.filter(isMarked)
    if (length === 0) showAlert(null)
    else showAlert(length === 1 ? 'Check the marked field.' : `Check the ${length} marked fields.`)
  }

  const showBrand = () => {
    const current = brand()
    element('brand-name', HTMLElement).textContent =
      current === 'unknown' ? '' : brandRules[current].name
    for (const icon of document.querySelectorAll<SVGElement>('svg[data-brand]')) {
      icon.toggleAttribute('hidden', icon.dataset.brand !== current)
    }
    inputs.cvc.placeholder = `${brandRules[current].cvcLengths[0]} digits`
  }

  for (const field of cardFields) {
    const input = inputs[field]
    input.addEventListener('input', (event) => {
      const caret = input.selectionStart ?? input.value.length
      const formatted = formats[field]({ text: input.value, caret, kind: kindOf(event) })
      input.value = formatted.text
      input.setSelectionRange(formatted.caret, formatted.caret)
      if (field === 'number') showBrand()
      // Check marked fields again, because they may be correct now. Fields that are still being
      // typed are not marked yet.
      const marked = cardFields.filter(isMarked)
      for (const each of marked) check(each)
      if (marked.length > 0) reportMarkedFields()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') check(field)
    })
  }

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-number]')) {
    button.addEventListener('click', () => {
      const text = button.dataset.number ?? ''
      inputs.number.value = formatCardNumber({ text, caret: 0, kind: 'insert' }).text
      inputs.expiry.value = farExpiry(now)
      inputs.cvc.value = '1234'.slice(0, brandRules[brand()].cvcLengths[0])
      showBrand()
      for (const field of cardFields) check(field)
      reportMarkedFields()
      element('submit', HTMLButtonElement).focus()
    })
  }
  showBrand()

  return {
    read: () => {
      for (const field of cardFields) check(field)
      reportMarkedFields()
      const [first] = cardFields.filter(isMarked)
      if (first) inputs[first].focus()
      const digits = digitsOf(inputs.number.value)
      const testCard = formCards.find(({ number }) => number === digits)
      const expiry = parseExpiry(inputs.expiry.value)
      if (first || !testCard || !expiry) return null
      return {
        behaviour: testCard.behaviour,
        brand: testCard.brand,
        last4: digits.slice(-4),
        expMonth: expiry.month,
        expYear: expiry.year,
      }
    },
    focus: (field) => {
      inputs[field].focus()
      inputs[field].select()
    },
  }
}

function kindOf(event: Event): Edit['kind'] {
  const type = event instanceof InputEvent ? event.inputType : ''
  if (type.endsWith('Forward')) return 'delete_forward'
  return type.startsWith('delete') ? 'delete_backward' : 'insert'
}
