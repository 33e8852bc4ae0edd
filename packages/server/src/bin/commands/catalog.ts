import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import {
  type CatalogChange,
  type CatalogDocument,
  type CatalogKind,
  catalogDiff,
  catalogDocument,
  errorBody,
} from '@purser/contract'
import { readConfig } from '../../platform/config.ts'
import { readCredentials } from '../demo/credentials.ts'
import { CatalogFileError, formatCatalogFile, parseCatalogFile } from './catalogFile.ts'

export interface CatalogIo {
  baseUrl: string
  apiKey: string
  write(line: string): void
  confirm(question: string): Promise<boolean>
}

const DEFAULT_FILE = 'catalog.yaml'
const DRY_RUN = '/v1/catalog?dryRun=true'

const usage = `purser catalog pull [file]          write the catalog to a file
purser catalog diff [file]          show what a push would change
purser catalog push [file] [--yes]  make the catalog equal to the file, whole or not at all

The file is ${DEFAULT_FILE} unless named. A push asks before it archives anything; --yes confirms in advance.
Exit code: 0 done, 1 error or not confirmed; diff: 2 when there are differences.`

const OK = 0
const FAILED = 1
const DIFFERS = 2

/** Stops a command with one line for each problem. */
class CommandError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'CommandError'
    this.lines = lines
  }
}

/** Runs `purser catalog pull|diff|push`, which keeps a catalog in a file through the HTTP API. */
export async function runCatalog(args: string[], io: CatalogIo): Promise<number> {
  const yes = args.includes('--yes')
  const [command, file = DEFAULT_FILE, ...rest] = args.filter((arg) => arg !== '--yes')
  if (command === '--help' || command === undefined) {
    io.write(usage)
    return command ? OK : FAILED
  }
  try {
    const unknown = [file, ...rest].find((arg) => arg.startsWith('-')) ?? rest[0]
    if (unknown !== undefined) throw new CommandError([`Unknown argument ${unknown}.`, '', usage])
    if (command === 'pull') return await pull(file, io)
    if (command === 'diff') return await diff(file, io)
    if (command === 'push') return await push(file, yes, io)
    throw new CommandError([`Unknown command ${command}.`, '', usage])
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    for (const line of error.lines) io.write(line)
    return FAILED
  }
}

async function pull(file: string, io: CatalogIo): Promise<number> {
  const answer = await request(io, 'GET', '/v1/catalog')
  refuseStrange(catalogDocument.safeParse(answer), io)
  // Keep the document as it was sent: validating it may reorder the fields.
  const document = answer as CatalogDocument
  await writeFile(file, formatCatalogFile(document)).catch((error: Error) => {
    throw new CommandError([`Cannot write ${file}: ${error.message}`])
  })
  const count = Object.values(document).reduce(
    (sum, part) => sum + Object.keys(part ?? {}).length,
    0,
  )
  io.write(`Wrote ${count} objects to ${file}.`)
  return OK
}

async function diff(file: string, io: CatalogIo): Promise<number> {
  const changes = await put(io, DRY_RUN, await readCatalogFile(file))
  show(changes, io)
  return changes.length > 0 ? DIFFERS : OK
}

async function push(file: string, yes: boolean, io: CatalogIo): Promise<number> {
  const document = await readCatalogFile(file)
  const changes = await put(io, DRY_RUN, document)
  show(changes, io)
  if (changes.length === 0) return OK
  const archives = changes.filter(({ action }) => action === 'archive').length
  const question = `Archive ${archives} ${archives === 1 ? 'object' : 'objects'} and apply the rest?`
  if (archives > 0 && !yes && !(await io.confirm(question))) {
    io.write('Nothing was changed. Push with --yes to archive without being asked.')
    return FAILED
  }
  const applied = await put(io, '/v1/catalog', document)
  io.write(`Applied ${applied.length} ${applied.length === 1 ? 'change' : 'changes'}.`)
  return OK
}

async function readCatalogFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError([`Cannot read ${file}: ${error.message}`])
  })
  try {
    return parseCatalogFile(text)
  } catch (error) {
    if (!(error instanceof CatalogFileError)) throw error
    throw new CommandError(error.problems.map((problem) => `${file}: ${problem}`))
  }
}

/** Sends the catalog and returns the changes that the server made, or would make. */
async function put(io: CatalogIo, path: string, document: unknown): Promise<CatalogChange[]> {
  return refuseStrange(catalogDiff.safeParse(await request(io, 'PUT', path, document)), io).changes
}

/** Throws on an answer that this version does not understand. */
function refuseStrange<T>(
  result: { success: true; data: T } | { success: false },
  { baseUrl }: CatalogIo,
): T {
  if (result.success) return result.data
  throw new CommandError([`${baseUrl} sent an unexpected answer; does it run the same version?`])
}

function show(changes: readonly CatalogChange[], io: CatalogIo): void {
  for (const line of changes.flatMap(describeChange)) io.write(line)
  if (changes.length === 0) io.write('No differences.')
}

/**
 * Calls the API and returns the body of a successful answer. Throws one line for each problem
 * otherwise.
 */
async function request(
  { baseUrl, apiKey }: CatalogIo,
  method: 'GET' | 'PUT',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      ...(method === 'PUT' && {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new CommandError([`Cannot reach ${baseUrl}: ${reason}`])
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const refusal = errorBody.safeParse(answer)
  if (!refusal.success) {
    throw new CommandError([`${baseUrl} answered ${response.status}; is it a Purser server?`])
  }
  const { message, details } = refusal.data.error
  throw new CommandError(
    Array.isArray(details) && details.length > 0
      ? details.map((problem) => `${problem.path}: ${problem.message}`)
      : [message],
  )
}

/** Uses the running server's sandbox unless PURSER_URL and PURSER_API_KEY name another server. */
export async function catalogCommand(args: string[]): Promise<number> {
  const local = await readCredentials(readConfig(process.env))
  const baseUrl = process.env.PURSER_URL || local.baseUrl
  // Never send the local server's key to another server.
  const apiKey = process.env.PURSER_API_KEY || (baseUrl === local.baseUrl && local.secretKey)
  if (!baseUrl || !apiKey) {
    throw new Error(
      'Set PURSER_URL and PURSER_API_KEY to the server and the key, or start Purser here first.',
    )
  }
  return runCatalog(args, { baseUrl, apiKey, write: (line) => console.log(line), confirm })
}

async function confirm(question: string): Promise<boolean> {
  // Without a terminal nobody can answer, so the answer is no.
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test(await terminal.question(`${question} [y/N] `))
  } finally {
    terminal.close()
  }
}

const nouns: Record<CatalogKind, string> = {
  product: 'product',
  creditCurrency: 'credit currency',
  metric: 'metric',
  feature: 'feature',
  tier: 'tier',
  plan: 'plan',
  creditPackage: 'credit package',
  coupon: 'coupon',
}

const marks: Record<CatalogChange['action'], [mark: string, note: string]> = {
  create: ['+', ''],
  restore: ['+', ' (back in use)'],
  publish: ['+', ' (published)'],
  update: ['~', ''],
  new_version: ['~', ' (new version; subscribers stay on their version)'],
  archive: ['-', ''],
}

const MAX_VALUE = 80

/** Describes a change in one line, or with one more line per field if several fields change. */
export function describeChange({ action, kind, slug, fields }: CatalogChange): string[] {
  const [mark, note] = marks[action]
  const head = `${mark} ${nouns[kind]} ${slug}${note}`
  const details = fields.map(
    ({ path, before, after }) => `${path}: ${showValue(before)} → ${showValue(after)}`,
  )
  return details.length === 1
    ? [`${head}  ${details.join('')}`]
    : [head, ...details.map((detail) => `    ${detail}`)]
}

function showValue(value: unknown): string {
  // JSON also escapes control characters, so the merchant's text cannot control the terminal.
  const text = JSON.stringify(value) ?? 'null'
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text
}
