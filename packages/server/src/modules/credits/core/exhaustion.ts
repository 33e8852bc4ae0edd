/** What happens when grants do not cover an amount. */
export type Exhaustion = 'block' | 'overdraft' | 'invoice'
