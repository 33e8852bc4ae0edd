#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// From the second start on, Node.js finds every file already compiled.
enableCompileCache()

const { runCommand } = await import('./runCommand.ts')
process.exitCode = await runCommand(process.argv.slice(2))
