/** A text in small letters, each where it was; the Turkish "İ" would become two. */
export const lowerCased = (text: string): string => text.replaceAll('İ', 'i').toLowerCase()
