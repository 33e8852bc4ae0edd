const PLAN_NAME =
  /^(?:free|basic|starter|lite|standard|plus|pro|professional|premium|business|team|growth|scale|enterprise|ultimate)(?: (?:plan|edition))?$/i

/** Whether words are what plans are called when nothing else tells that they are some. */
export const isPlanName = (text: string): boolean => PLAN_NAME.test(text)
