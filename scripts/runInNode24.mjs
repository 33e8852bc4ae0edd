import { spawn } from 'node:child_process'
import { findNode24 } from './findNode24.mjs'

/** Runs Node 24 with these arguments, forwards signals to it, and exits with its exit code. */
export function runInNode24(root, args) {
  const child = spawn(findNode24(root), args, { stdio: 'inherit' })
  // In a terminal, Ctrl-C also reaches the child directly. The child treats both signals as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
