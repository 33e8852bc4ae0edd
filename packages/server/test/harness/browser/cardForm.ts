import type { Frame, Page } from 'playwright-core'

export type CardForm = ReturnType<typeof createCardForm>

/** The card form as a customer knows it: by the names of its fields and buttons. */
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
