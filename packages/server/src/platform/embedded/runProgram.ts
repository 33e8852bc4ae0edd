import { type SpawnOptions, spawn } from 'node:child_process'

export interface ProgramResult {
  ok: boolean
  /** Everything the program printed, or the reason why it could not be run. */
  output: string
}

/** Runs a program to its end. Never rejects. */
export function runProgram(
  file: string,
  args: string[],
  options: SpawnOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code, signal) => {
      if (signal) output += `\nended by ${signal}`
      resolve({ ok: code === 0, output: output.trim() })
    })
  })
}
