/** A pattern of whole words in any script: `\b` knows only the Latin alphabet without accents. */
export function wordPattern(alternatives: string, flags = 'iu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, flags)
}
