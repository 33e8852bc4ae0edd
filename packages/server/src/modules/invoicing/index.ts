export { appendLine } from './appendLine.ts'
