import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child<Message> {
  readonly pid: number
  /** Sends a message and passes the replies to `onMessage` until it returns an answer. */
  ask<Answer>(message: object, onMessage: (message: Message) => Answer | undefined): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a part of the benchmark in a separate process, which ends with this one. */
export function startChild<Message>(entry: string, nodeOptions: string[] = []): Child<Message> {
  const child = fork(fileURLToPath(new URL(`../${entry}`, import.meta.url)), {
    execArgv: nodeOptions,
    // The log is written as in production, but takes no space.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${entry} could not be started.`)
  return {
    pid,
    ask: (message, onMessage) =>
      new Promise((resolve, reject) => {
        const settle = (how: () => void) => {
          child.off('message', listen)
          child.off('exit', giveUp)
          how()
        }
        const listen = (received: unknown) => {
          try {
            const answer = onMessage(received as Message)
            if (answer !== undefined) settle(() => resolve(answer))
          } catch (error) {
            settle(() => reject(error))
          }
        }
        const giveUp = () => settle(() => reject(new Error(`${entry} ended unexpectedly.`)))
        child.on('message', listen)
        child.on('exit', giveUp)
        child.send(message)
      }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
