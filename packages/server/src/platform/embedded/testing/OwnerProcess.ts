import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { hasCode } from '../errors.ts'

interface Message {
  url?: string
  replacedOrphan?: boolean
  error?: string
  answerAfterSigint?: number
}

interface OwnerOptions {
  uid?: number
  gid?: number
  node?: string
  fixture?: string
}

const fixtureFile = fileURLToPath(new URL('./ownerFixture.ts', import.meta.url))

/** Runs the fixture on a data directory in a real process. */
export class OwnerProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly exited: Promise<unknown>
  readonly #messages: AsyncIterator<string>
  #errorOutput = ''

  constructor(dataDir: string, { node, fixture, uid, gid }: OwnerOptions = {}) {
    this.child = spawn(node ?? process.execPath, [fixture ?? fixtureFile, dataDir], {
      // A separate process group, as in a terminal, so that a test can signal the group.
      detached: true,
      cwd: '/',
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache') },
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    })
    this.exited = once(this.child, 'exit')
    this.child.stderr.on('data', (chunk) => {
      this.#errorOutput += chunk
    })
    // A command to a process that has just died is not an error of the test.
    this.child.stdin.on('error', () => undefined)
    this.#messages = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  async message(): Promise<Message> {
    const { value } = await this.#messages.next()
    if (typeof value !== 'string') throw new Error(`no answer: ${this.#errorOutput}`)
    const message: Message = JSON.parse(value)
    return message
  }

  async ready(): Promise<{ url: string; replacedOrphan: boolean | undefined }> {
    const { url, error, replacedOrphan } = await this.message()
    if (url === undefined) throw new Error(error)
    return { url, replacedOrphan }
  }

  async refusal(): Promise<string> {
    const { error } = await this.message()
    if (error === undefined) throw new Error('was not refused')
    await this.exited
    return error
  }

  async command(command: 'stop' | 'exit'): Promise<void> {
    this.child.stdin.write(`${command}\n`)
    await this.exited
  }

  /** Signals this process and the programs it runs, such as initdb. A postmaster has its own group. */
  signalGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal)
    } catch (error) {
      if (!hasCode(error, 'ESRCH')) throw error
    }
  }

  async kill9(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
  }
}
