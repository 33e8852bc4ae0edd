import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LOOK_AGAIN_MS = 200

/** The file with the addresses and keys that the panel shows. */
export const credentialsFile = () =>
  join(resolve(process.env.PURSER_DATA_DIR || '.purser'), 'credentials.json')

/**
 * Reads the credentials.json of `npm start` or `npm run dev`. Returns null if that Purser is not running.
 */
export async function findPurser() {
  try {
    const credentials = JSON.parse(readFileSync(credentialsFile(), 'utf8'))
    const headers = { 'x-api-key': credentials.secretKey }
    const { ok } = await fetch(`${credentials.baseUrl}/v1/organization`, { headers })
    return ok ? credentials : null
  } catch {
    return null
  }
}

/** Waits for a Purser that is starting. Resolves with null if the promise `ended` resolves first. */
export async function untilPurserAnswers(ended) {
  let hasEnded = false
  ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    await new Promise((again) => setTimeout(again, LOOK_AGAIN_MS))
    const purser = await findPurser()
    if (purser) return purser
  }
  return null
}
