#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// The second start finds every file stripped of its types and compiled.
enableCompileCache()

const { runCommand } = await import('./runCommand.ts')
process.exitCode = await runCommand(process.argv.slice(2))
