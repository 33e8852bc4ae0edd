import { generateBilling, generateInvoices, generateLives } from '../script/generateBilling.ts'
import { generate, generateQuestions } from '../script/generateCredits.ts'
import { generatePayments } from '../script/generatePayments.ts'
import type { Script } from '../script/script.ts'

/** A subject for runs. */
interface Scene {
  readonly generate: (seed: number, steps: number) => Script
  /**
   * The seeds of the test suite. They include every seed that finds a planted bug, because that
   * seed must pass without the bug. Further seeds are added until each theme occurs.
   */
  readonly seeds: readonly number[]
}

export const STEPS = 8

export const scenes = {
  /** Credits, usage, rights and reservations. */
  credits: { generate, seeds: [1, 2, 3, 4, 5, 6, 7, 13, 16, 21] },
  /** The same checks again and again while their result changes. */
  questions: { generate: generateQuestions, seeds: [1, 2, 3, 4] },
  /** Cards, top-ups, rules, refunds and an unreliable provider. */
  payments: { generate: generatePayments, seeds: [1, 2, 3, 7, 8, 9, 10, 13, 19, 24] },
  /** Subscriptions, their amounts, and a clock that makes them due. */
  billing: {
    generate: generateBilling,
    seeds: [2, 3, 4, 5, 6, 9, 11, 12, 13, 16, 21, 39],
  },
  /**
   * Credit notes, partial payments, previews, checkouts, and uncollectible or disputed invoices.
   */
  invoices: {
    generate: generateInvoices,
    seeds: [1, 2, 3, 6, 8, 9, 11, 12, 14, 18, 25, 40],
  },
  /** Pauses, scheduled starts, add-ons, trials, migrations and advancing clocks. */
  lives: { generate: generateLives, seeds: [1, 2, 3, 7, 8, 18, 27, 31, 33, 57, 74] },
} satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes

export const sceneNames = Object.keys(scenes) as SceneName[]
