import type { Fetch } from '../checkOptions.ts'

export interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

type Answer = Response | Error | 'never'

/** A `fetch` that records requests and returns the given answers, repeating the last one. */
export function recordFetch(...answers: (Answer | ((request: SentRequest) => Answer))[]) {
  const sent: SentRequest[] = []
  const fetch: Fetch = async (url, init) => {
    const request = {
      method: init.method ?? '',
      url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    sent.push(request)
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? jsonResponse({})
    const result = typeof answer === 'function' ? answer(request) : answer
    if (result === 'never') return new Promise<Response>(() => {})
    if (result instanceof Error) throw result
    return result.clone()
  }
  return { sent, fetch }
}

export const jsonResponse = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

export const refusal = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response =>
  jsonResponse(
    { error: { code, message: `This is ${code}.`, requestId: 'req_1' } },
    status,
    headers,
  )
