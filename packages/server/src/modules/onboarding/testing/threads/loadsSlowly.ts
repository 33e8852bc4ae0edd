import { setTimeout as pause } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

await pause(5_000)
parentPort?.on('message', () => parentPort?.postMessage('a reading'))
parentPort?.postMessage('ready')
