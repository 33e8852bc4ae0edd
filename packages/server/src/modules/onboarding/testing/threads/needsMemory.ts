import { parentPort } from 'node:worker_threads'

/**
 * Fills the memory in small steps. V8 ends the whole process, not only the thread, if one collection
 * of a large young generation exceeds the limit. The test suite has a large young generation.
 */
parentPort?.on('message', () => {
  for (const arrays: number[][] = []; ; ) arrays.push(new Array(200_000).fill(0.5))
})
parentPort?.postMessage('ready')
