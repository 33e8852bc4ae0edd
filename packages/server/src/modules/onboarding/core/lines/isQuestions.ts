const QUESTIONS =
  /(?<![\p{L}])(?:faqs?|frequently asked|common questions|questions|häufige fragen|fragen|foire aux questions|preguntas|perguntas|domande|вопросы)(?![\p{L}])|よくある質問|자주 묻는|常见问题|常見問題/iu

/** Whether a heading begins the questions and answers, whose prose repeats prices in passing. */
export function isQuestions(heading: string): boolean {
  return heading.length <= 60 && QUESTIONS.test(heading)
}
