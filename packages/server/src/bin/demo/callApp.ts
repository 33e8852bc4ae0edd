import type { App } from '../../app.ts'

/** Calls an endpoint such as `POST /v1/plans` without a network. Throws if the call fails. */
export async function callApp<T>(
  { server }: App,
  secretKey: string,
  call: string,
  body: object,
): Promise<T> {
  const [method, url = ''] = call.split(' ')
  const answer = await server.inject({
    method: method as 'POST' | 'PUT' | 'PATCH',
    url,
    headers: { 'x-api-key': secretKey },
    payload: body,
  })
  if (answer.statusCode >= 400) throw new Error(`${call} answered ${answer.body}`)
  return answer.json<T>()
}
