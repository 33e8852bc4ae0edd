import { generateBilling, generateInvoices, generateLives } from '../script/generateBilling.ts'
import { generate, generateQuestions } from '../script/generateCredits.ts'
import { generatePayments } from '../script/generatePayments.ts'
import type { Script } from '../script/script.ts'

/** What runs are about. */
interface Scene {
  readonly generate: (seed: number, steps: number) => Script
  /**
   * Those that run with the other tests: all that find planted bugs, which must hold without them,
   * and more until each theme has its turn.
   */
  readonly seeds: readonly number[]
}

export const STEPS = 8

export const scenes = {
  /** Credits, usage, rights and reservations. */
  credits: { generate, seeds: [1, 2, 3, 4, 5, 6, 7, 13, 16, 21] },
  /** Checks of one thing, asked over and over while it changes. */
  questions: { generate: generateQuestions, seeds: [1, 2, 3, 4] },
  /** Cards, top-ups, rules, refunds and a provider that may do anything. */
  payments: { generate: generatePayments, seeds: [1, 2, 3, 7, 8, 9, 10, 13, 19, 24] },
  /** Subscriptions, what their bills are made of, and a clock that makes them due. */
  billing: {
    generate: generateBilling,
    seeds: [2, 3, 4, 5, 6, 9, 11, 12, 13, 16, 21, 39],
  },
  /** Credit notes, parts, previews, checkouts, and invoices that are given up or disputed. */
  invoices: {
    generate: generateInvoices,
    seeds: [1, 2, 3, 6, 8, 9, 11, 12, 14, 18, 25, 40],
  },
  /** Pauses, starts ahead, add-ons, trials, migrations, and clocks that advance. */
  lives: { generate: generateLives, seeds: [1, 2, 3, 7, 8, 18, 27, 31, 33, 57, 74] },
} satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes

export const sceneNames = Object.keys(scenes) as SceneName[]
