import { unitKey } from './unitWords.ts'

const SEATS = new Set([
  ...['seat', 'user', 'member', 'developer', 'person', 'people', 'employee', 'collaborator'],
  ...['editor', 'contributor', 'teammate', 'license', 'licence'],
])

/** Whether a name is one of those for the people that a product is sold for. */
export const isSeat = (name: string): boolean => SEATS.has(unitKey(name).split(' ').at(-1) ?? '')
