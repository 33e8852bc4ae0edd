import { generate, generateQuestions } from './generate.ts'
import { generateBilling, generateInvoices, generateLives } from './generateBilling.ts'
import { generatePayments } from './generatePayments.ts'
import type { Script } from './script.ts'

/** What runs are about, and how many seeds of each run with the other tests. */
interface Scene {
  readonly generate: (seed: number, steps: number) => Script
  readonly seeds: number
}

export const STEPS = 8

export const scenes = {
  /** Credits, usage, rights and reservations. */
  credits: { generate, seeds: 24 },
  /** Checks of one thing, asked over and over while it changes. */
  questions: { generate: generateQuestions, seeds: 8 },
  /** Cards, top-ups, rules, refunds and a provider that may do anything. */
  payments: { generate: generatePayments, seeds: 24 },
  /** Subscriptions, what their bills are made of, and a clock that makes them due. */
  billing: { generate: generateBilling, seeds: 12 },
  /** Credit notes, parts, previews, checkouts, and invoices that are given up or disputed. */
  invoices: { generate: generateInvoices, seeds: 12 },
  /** Pauses, starts ahead, add-ons, trials, migrations, and clocks that advance. */
  lives: { generate: generateLives, seeds: 14 },
} satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes

export const sceneNames = Object.keys(scenes) as SceneName[]
