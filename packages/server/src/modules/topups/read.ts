export { findAttempt } from './attempts/attempts.sql.ts'
