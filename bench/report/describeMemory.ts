const LIMIT_MB = 350

/** Describes the server's memory under load in one sentence. The samples are a second apart. */
export function describeMemory(samples: readonly number[]): string {
  const show = (megabytes: number | undefined) => `${Math.round(megabytes ?? 0)} MB`
  const most = Math.max(...samples)
  const verdict = most > LIMIT_MB ? `, which is over the limit of ${LIMIT_MB} MB` : ''
  return `The server ran track at full load for ${samples.length} s. It used ${show(samples[0])} at the start, ${show(most)} at most${verdict}, and ${show(samples.at(-1))} at the end. In the second half its memory changed by ${slope(samples.slice(samples.length / 2)).toFixed(1)} MB per minute.`
}

/** Fits a line to the samples and returns its slope in megabytes per minute. */
function slope(samples: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (samples.length - 1) / 2
  const level = mean(samples)
  const together = samples.map((value, at) => (at - middle) * (value - level))
  const spread = samples.map((_, at) => (at - middle) ** 2)
  return samples.length < 2 ? 0 : (mean(together) / mean(spread)) * 60
}
