import { createInterface } from 'node:readline/promises'
import { readConfig } from '../platform/config.ts'
import { runCatalog } from './catalog.ts'
import { readCredentials } from './credentials.ts'

/** Works on the running server's sandbox unless PURSER_URL and PURSER_API_KEY name another. */
export async function catalogCommand(args: string[]): Promise<number> {
  const local = await readCredentials(readConfig(process.env))
  const baseUrl = process.env.PURSER_URL || local.baseUrl
  // The key of the server here is nobody else's business.
  const apiKey = process.env.PURSER_API_KEY || (baseUrl === local.baseUrl && local.secretKey)
  if (!baseUrl || !apiKey) {
    throw new Error(
      'Name the server and key to use in PURSER_URL and PURSER_API_KEY, or start Purser here first.',
    )
  }
  return runCatalog(args, { baseUrl, apiKey, write: (line) => console.log(line), confirm })
}

async function confirm(question: string): Promise<boolean> {
  // Nobody is there to answer: not asked is not agreed.
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test(await terminal.question(`${question} [y/N] `))
  } finally {
    terminal.close()
  }
}
