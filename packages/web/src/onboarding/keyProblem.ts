/** Why a text is no key to begin with, in a sentence; null when only the server can say. */
export function keyProblem(key: string): string | null {
  if (key === '') return 'Enter the secret key of your sandbox.'
  if (key.startsWith('sk_live_')) {
    return 'This is a live key. Drafts are made in the sandbox: use your sk_sandbox_… key. Nothing was sent.'
  }
  if (key.startsWith('pk_')) {
    return 'This is a publishable key, which may only read. Use your secret key: sk_sandbox_…'
  }
  // A header takes nothing else, and a key has nothing else.
  return /^sk_sandbox_[\x21-\x7e]+$/.test(key)
    ? null
    : 'The secret key of a sandbox begins with sk_sandbox_.'
}
