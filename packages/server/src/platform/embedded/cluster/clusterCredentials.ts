import { randomBytes } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedPostgresError, hasCode } from '../errors.ts'

export const SUPERUSER = 'purser'

/**
 * This file inside the cluster marks it as complete and holds its password, so that a cluster and
 * its password can never be separated.
 */
const fileName = 'purser.json'

/** Generates 256 random bits in characters that need no escaping in a URL. */
export function generatePassword(): string {
  return randomBytes(32).toString('base64url')
}

export async function writeClusterCredentials(clusterDir: string, password: string): Promise<void> {
  const file = await open(path.join(clusterDir, fileName), 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ user: SUPERUSER, password }, undefined, 2)}\n`)
    const { uid, gid } = await stat(clusterDir)
    if (process.geteuid?.() === 0) await file.chown(uid, gid)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads the password. Returns undefined if the cluster was never completed. */
export async function readPassword(clusterDir: string): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(path.join(clusterDir, fileName), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'password' in parsed) {
      if (typeof parsed.password === 'string' && parsed.password !== '') return parsed.password
    }
  } catch {
    // Falls through to the message below.
  }
  throw new EmbeddedPostgresError(
    `${path.join(clusterDir, fileName)} no longer holds the database password: restore that file from a backup.`,
  )
}
