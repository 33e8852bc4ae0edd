import { Worker } from 'node:worker_threads'
import type { Offer } from './core/offer.ts'
import { UnreadablePage } from './core/UnreadablePage.ts'

/** What a page may take; those that people have take a second, even on a busy machine. */
const TIMEOUT_MS = 30_000
const MEMORY_MB = 256

export interface ReadPage {
  offer: Offer
  /** What a reader sees of it. */
  text: string
}

/**
 * Reads a page in a thread of its own: it keeps no request waiting, and a page that is made to take
 * for ever, or all memory, takes neither.
 */
export async function extractApart(
  html: string,
  { timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = {},
): Promise<ReadPage> {
  const worker = new Worker(new URL('./extractWorker.ts', import.meta.url), {
    workerData: { page: html },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    // It needs no setting, and a page gets to see none.
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadPage>()
  const timer = setTimeout(() => {
    reject(new UnreadablePage('The page is too intricate: it could not be read in time.'))
  }, timeoutMs)
  worker.once('message', resolve)
  worker.once('error', (error: Error & { code?: string }) => {
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UnreadablePage('The page is too intricate: reading it would take too much memory.')
        : error,
    )
  })
  worker.once('exit', () => reject(new Error('the thread that read a page ended without a word')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
