export { findAttempt, hasPendingAttempt } from './attempts/attempts.sql.ts'
