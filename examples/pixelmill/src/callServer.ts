/** Calls Pixelmill's own server. Throws an error with the server's message. */
export async function callServer<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: Answer & { message?: string } = await response.json()
  if (!response.ok) throw new Error(answer.message ?? 'Something went wrong. Try again.')
  return answer
}
