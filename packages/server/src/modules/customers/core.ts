export { currentTimeOf } from './testClocks/testClocks.core.ts'
