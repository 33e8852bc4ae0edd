import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PageReading } from '@purser/pricing-reader'
import { isPricingReaderInstalled, READER_MISSING } from './loadPricingReader.ts'
import { UnreadablePage } from './UnreadablePage.core.ts'

/** Real pricing pages take about a second, even on a busy machine. */
const TIMEOUT_MS = 30_000
/**
 * Loading the reader is not the fault of the page, so it has its own limit. A very busy machine was
 * seen to need more than 30 seconds.
 */
const LOAD_TIMEOUT_MS = 90_000
const MEMORY_MB = 256
/** Merchants often read a second page soon after the first, and loading the reader is slow. */
const IDLE_MS = 10_000
const SCRIPT = new URL('./readPageWorker.ts', import.meta.url)

interface ThreadOptions {
  timeoutMs?: number
  loadTimeoutMs?: number
  memoryMb?: number
  script?: URL
}

/**
 * Reads a page in a separate thread. Requests do not wait for it, and the reading stops if a
 * malicious page would need unlimited time or memory.
 */
export async function readPageInThread(
  html: string,
  {
    timeoutMs = TIMEOUT_MS,
    loadTimeoutMs = LOAD_TIMEOUT_MS,
    memoryMb = MEMORY_MB,
    script = SCRIPT,
  }: ThreadOptions = {},
): Promise<PageReading> {
  if (!isPricingReaderInstalled()) throw new UnreadablePage(READER_MISSING)
  const kind = `${script.href} ${memoryMb}`
  const idle = takeIdleThread(kind)
  const worker = idle ?? startThread(script, memoryMb)
  try {
    if (!idle) await untilReady(worker, loadTimeoutMs)
    const reading = await readWith(worker, html, timeoutMs)
    keepIdleThread(worker, kind)
    return reading
  } catch (error) {
    // Not awaited, because a thread that is blocked in a system call ends only after the call.
    void worker.terminate()
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

async function untilReady(worker: Worker, timeoutMs: number): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    await nextMessage(worker, timeout)
  } catch (error) {
    if (!timeout.aborted) throw error
    throw new Error(`the pricing reader did not load within ${timeoutMs / 1000} seconds`)
  }
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

async function nextMessage(worker: Worker, limit: AbortSignal): Promise<unknown> {
  const finished = new AbortController()
  const signal = AbortSignal.any([finished.signal, limit])
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
  /** The script and the memory limit of the thread. */
  kind: string
  timer: NodeJS.Timeout
}

let idleThread: IdleThread | null = null

function takeIdleThread(kind: string): Worker | null {
  if (idleThread?.kind !== kind) return null
  const { worker, timer } = idleThread
  idleThread = null
  clearTimeout(timer)
  // A thread that has ended has no id.
  if (worker.threadId < 0) return null
  worker.ref()
  return worker
}

/** Keeps at most one thread for the next page. The process can end while the thread waits. */
function keepIdleThread(worker: Worker, kind: string): void {
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
  idleThread = { worker, kind, timer }
}
