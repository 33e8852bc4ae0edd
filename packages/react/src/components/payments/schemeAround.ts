/** Whether the page around an element is light or dark; `auto` where it follows the system. */
export function schemeAround(element: Element): 'auto' | 'light' | 'dark' {
  const words = (getComputedStyle(element).colorScheme ?? '').split(' ')
  if (words.includes('dark')) return words.includes('light') ? 'auto' : 'dark'
  return words.includes('light') || words.includes('normal') ? 'light' : 'auto'
}
