/** Below it something should be looked at before anything else. */
const DOUBTFUL = 0.6
const SURE = 0.8

export interface Confidence {
  readonly word: 'Sure' | 'Likely' | 'Look at this'
  readonly tone: 'positive' | 'neutral' | 'warning'
}

/** How sure the reader is, in words. */
export function describeConfidence(confidence: number): Confidence {
  if (confidence < DOUBTFUL) return { word: 'Look at this', tone: 'warning' }
  return confidence < SURE
    ? { word: 'Likely', tone: 'neutral' }
    : { word: 'Sure', tone: 'positive' }
}
