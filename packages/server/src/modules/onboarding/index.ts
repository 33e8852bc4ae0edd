export { onboardingInvariants } from './invariants.ts'
export { onboardingJobs } from './jobs.ts'
export { onboardingRoutes } from './routes.ts'
