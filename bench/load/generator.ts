import type { LoadJob, LoadMessage } from './LoadJob.ts'
import { runLoad } from './runLoad.ts'

const tell = (message: LoadMessage) => process.send?.(message)

process.on('message', (job: LoadJob) => {
  runLoad(job, (phase) => tell({ phase })).then(
    (report) => tell({ phase: 'done', report }),
    (error: Error) => tell({ phase: 'failed', message: error.message }),
  )
})
// Ctrl-C reaches the whole process group, but the benchmark decides when to stop.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(1))
