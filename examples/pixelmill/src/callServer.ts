/** What our own server answers, or an error with its message. */
export async function callServer<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: Answer & { message?: string } = await response.json()
  if (!response.ok) throw new Error(answer.message ?? `The server answered ${response.status}.`)
  return answer
}
