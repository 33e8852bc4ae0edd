import { type FormEvent, useEffect, useState } from 'react'
import { callServer } from './callServer.ts'

/** Accepts any email address. Replace it with your own sign-in. */
export function SignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [error, setError] = useState<string | null>(null)
  // Skips the form if the customer is already signed in.
  useEffect(() => {
    onSignedIn().catch(() => {})
  }, [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(null)
    try {
      await callServer('/api/sign-in', { email: new FormData(event.currentTarget).get('email') })
      await onSignedIn()
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <main className="welcome">
      <h1>Pixelmill</h1>
      <p>Images from words, paid for in credits. Sign in with any email address to try it.</p>
      <form onSubmit={submit}>
        <label htmlFor="email">Email</label>
        <input id="email" name="email" type="email" autoComplete="email" required />
        <button type="submit" className="act">
          Sign in
        </button>
        {error && <p role="alert">{error}</p>}
      </form>
    </main>
  )
}
