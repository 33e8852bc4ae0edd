import { setTimeout as pause } from 'node:timers/promises'

/** The thread that reads pages, on a machine that loads the reader slowly. */
await pause(3_000)
await import('../page/readPageWorker.ts')
