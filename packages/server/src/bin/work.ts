import { runUntilStopped } from './serve.ts'

/** The job queue only; run as many as there is work for. */
export const work = (): Promise<number> => runUntilStopped((runtime) => runtime.work())
