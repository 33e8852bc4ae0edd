export { onboardingInvariants } from './invariants.ts'
export { onboardingJobs } from './jobs.ts'
export { createModel } from './model/model.ts'
export { onboardingRoutes } from './routes.ts'
