import { expect } from 'vitest'
import type { Call } from '../../../../test/harness/app/callApi.ts'
import type { TestApp } from '../../../../test/harness/app/testApp.ts'

/** Expects a 400 response and returns its problems by path. */
export async function problemsOf(
  app: TestApp,
  operation: string,
  call: Call,
): Promise<Record<string, string>> {
  const { status, code, details } = await app.fails(operation, call)
  expect([status, code]).toEqual([400, 'invalid_request'])
  const problems = details as { path: string; message: string }[]
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]))
}
