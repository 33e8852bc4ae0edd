export { attachPlan } from './attachPlan.ts'
export { detachPlan } from './detachPlan.ts'
export { grantCurrentPeriod } from './grantCurrentPeriod.ts'
