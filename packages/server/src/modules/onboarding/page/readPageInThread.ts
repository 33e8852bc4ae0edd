import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageReading } from '@purser/pricing-reader'
import { isPricingReaderInstalled, READER_MISSING } from './loadPricingReader.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

/**
 * Real pricing pages take about a second, even on a busy machine. The limit is on reading a page.
 * Loading the reader is not the fault of the page, and may take longer than that on a busy machine.
 */
const TIMEOUT_MS = 30_000
const MEMORY_MB = 256
/** Merchants often read a second page soon after the first, and loading the reader is slow. */
const IDLE_MS = 10_000
const SCRIPT = new URL('./readPageWorker.ts', import.meta.url)

interface ThreadOptions {
  timeoutMs?: number
  memoryMb?: number
  script?: URL
}

/**
 * Reads a page in a separate thread. Requests do not wait for it, and the reading stops if a
 * malicious page would need unlimited time or memory.
 */
export async function readPageInThread(
  html: string,
  { timeoutMs = TIMEOUT_MS, memoryMb = MEMORY_MB, script = SCRIPT }: ThreadOptions = {},
): Promise<PageReading> {
  if (!isPricingReaderInstalled()) throw new UnreadablePage(READER_MISSING)
  const idle = takeIdleThread(memoryMb)
  const worker = idle ?? startThread(script, memoryMb)
  try {
    if (!idle) await nextMessage(worker)
    const reading = await readWith(worker, html, timeoutMs)
    keepIdleThread(worker, memoryMb)
    return reading
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

function startThread(script: URL, memoryMb: number): Worker {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    // The reader needs no settings, and a page must not be able to read them.
    env: {},
  })
  // Without a listener, an error after the time limit would end the process.
  return worker.on('error', () => undefined)
}

async function readWith(worker: Worker, html: string, timeoutMs: number): Promise<PageReading> {
  const timeout = AbortSignal.timeout(timeoutMs)
  worker.postMessage(html)
  try {
    return (await nextMessage(worker, timeout)) as PageReading
  } catch (error) {
    if (timeout.aborted) {
      throw new UnreadablePage('The page is too complex: it could not be read in time.')
    }
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new UnreadablePage('The page is too complex: reading it needs too much memory.')
    }
    throw error
  }
}

async function nextMessage(worker: Worker, limit?: AbortSignal): Promise<unknown> {
  const finished = new AbortController()
  const signal = limit ? AbortSignal.any([finished.signal, limit]) : finished.signal
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([message]) => message as unknown),
      once(worker, 'exit', { signal }).then(() => {
        throw new Error('the thread that reads pages ended without a result')
      }),
    ])
  } finally {
    finished.abort()
  }
}

interface IdleThread {
  worker: Worker
  memoryMb: number
  timer: NodeJS.Timeout
}

let idleThread: IdleThread | null = null

function takeIdleThread(memoryMb: number): Worker | null {
  if (idleThread?.memoryMb !== memoryMb) return null
  const { worker, timer } = idleThread
  idleThread = null
  clearTimeout(timer)
  // A thread that has ended has no id.
  if (worker.threadId < 0) return null
  worker.ref()
  return worker
}

/** Keeps at most one thread for the next page. The process can end while the thread waits. */
function keepIdleThread(worker: Worker, memoryMb: number): void {
  if (idleThread) {
    void worker.terminate()
    return
  }
  const timer = setTimeout(() => {
    idleThread = null
    void worker.terminate()
  }, IDLE_MS)
  timer.unref()
  worker.unref()
  idleThread = { worker, memoryMb, timer }
}
