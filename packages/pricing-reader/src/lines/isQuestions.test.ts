import { expect, it } from 'vitest'
import { isQuestions } from './lineKinds.ts'

it('recognizes the heading of questions', () => {
  for (const heading of [
    'FAQ',
    'Frequently asked questions',
    'Pricing FAQs',
    'Häufige Fragen',
    'Perguntas frequentes',
    'よくある質問',
  ])
    expect(isQuestions(heading)).toBe(true)
  for (const heading of ['Pricing', 'Questionnaires for your team', 'Features'])
    expect(isQuestions(heading)).toBe(false)
})
