/** A name with a capital letter to begin with, unless its first word is spelt in a way of its own. */
export const titled = (name: string): string =>
  name.replace(/^\p{Ll}+(?=[\s,.)/-]|$)/u, (word) => {
    const [first = ''] = word
    return first.toUpperCase() + word.slice(first.length)
  })
