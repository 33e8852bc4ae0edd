import type { Frame, Page } from 'playwright-core'

export type CardForm = ReturnType<typeof createCardForm>

/** Drives the card form by the names of its fields and buttons, as a customer sees them. */
export function createCardForm(at: Page | Frame) {
  const field = (name: string) => at.getByRole('textbox', { name })
  return {
    field,
    button: (name: string) => at.getByRole('button', { name, exact: true }),
    heading: (name: string) => at.getByRole('heading', { name, exact: true }).waitFor(),
    fillIn: async (number: string) => {
      await field('Card number').fill(number)
      await field('Expiry date').fill('12 / 30')
      await field('Security code').fill(number.startsWith('37') ? '1234' : '123')
    },
  }
}
