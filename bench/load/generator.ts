import type { LoadJob, LoadMessage } from './LoadJob.ts'
import { runLoad } from './runLoad.ts'

const send = (message: LoadMessage) => process.send?.(message)

process.on('message', (job: LoadJob) => {
  runLoad(job, (phase) => send({ phase })).then(
    (report) => send({ phase: 'done', report }),
    (error: Error) => send({ phase: 'failed', message: error.message }),
  )
})
// Ctrl-C reaches the whole process group, but the benchmark decides when to stop.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(1))
