import { randomUUID } from 'node:crypto'
import type { ModelReading } from '@purser/pricing-reader'
import type { ModelSettings } from '../../../platform/config.ts'
import { createGuardedFetch, OutboundError } from '../../../platform/net/guardedFetch.ts'
import { modelPrompt, parseReading, readingSchema } from './modelReading.core.ts'

/** Asks a model which lines of a page describe its plans. Throws only `ModelError`. */
export type Model = (page: string) => Promise<ModelReading>

/** The reason why a model could not help, as a clause that can be shown. */
export class ModelError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ModelError'
  }
}

const TIMEOUT_MS = 60_000
const MAX_BYTES = 1024 * 1024

/** Creates a client for an endpoint that implements OpenAI's chat completions. */
export function createModel({ baseUrl, name, apiKey }: ModelSettings): Model {
  // The operator of the server chose the address, which may be on the same machine.
  const fetch = createGuardedFetch({ allowPrivate: true })
  return async (page) => {
    const { system, user } = modelPrompt(page, randomUUID())
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      body: JSON.stringify({
        model: name,
        temperature: 0,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'plans', strict: true, schema: readingSchema },
        },
      }),
      headers: {
        'content-type': 'application/json',
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    }).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      throw new ModelError(error.message, error)
    })
    if (answer.status !== 200) throw new ModelError(`it answered ${answer.status}`)
    return parseReading(contentOf(answer.body.toString('utf8')))
  }
}

/** Parses the answer, which is JSON inside JSON. */
function contentOf(body: string): unknown {
  try {
    const { choices } = JSON.parse(body)
    return JSON.parse(choices[0].message.content)
  } catch (error) {
    throw new ModelError('its answer does not have the requested format', error)
  }
}
