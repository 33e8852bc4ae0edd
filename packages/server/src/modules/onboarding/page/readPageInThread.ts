import { Worker } from 'node:worker_threads'
import type { PageReading } from '@purser/pricing-reader'
import { isPricingReaderInstalled, READER_MISSING } from './loadPricingReader.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

/** Real pricing pages take about a second, even on a busy machine. */
const TIMEOUT_MS = 30_000
const MEMORY_MB = 256

/**
 * Reads a page in a separate thread. Requests do not wait for it, and a page that is built to use
 * unlimited time or memory is stopped.
 */
export async function readPageInThread(
  html: string,
  { timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB } = {},
): Promise<PageReading> {
  if (!isPricingReaderInstalled()) throw new UnreadablePage(READER_MISSING)
  const worker = new Worker(new URL('./readPageWorker.ts', import.meta.url), {
    workerData: { html },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    // The reader needs no settings, and a page must not be able to reach any.
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<PageReading>()
  const timer = setTimeout(() => {
    reject(new UnreadablePage('The page is too complex: it could not be read in time.'))
  }, timeoutMs)
  worker.once('message', resolve)
  worker.once('error', (error: Error & { code?: string }) => {
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UnreadablePage('The page is too complex: reading it needs too much memory.')
        : error,
    )
  })
  worker.once('exit', () => reject(new Error('the thread that read a page ended without a result')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
