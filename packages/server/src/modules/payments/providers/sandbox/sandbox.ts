import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../../../kernel/clock.ts'
import { PurserError } from '../../../../kernel/errors.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { deliverNow } from './events/deliverSandboxEvents.ts'

export interface SandboxOptions {
  db: Database
  clock: Clock
  encryptionKey: Uint8Array
  publicUrl: string
  /** Waits for a delay. Tests replace it. */
  wait?: (ms: number) => Promise<void>
}

/** The provider for one environment. */
export interface Sandbox {
  /** The provider opens separate transactions, so its work stays committed if the caller fails. */
  readonly db: Database
  readonly clock: Clock
  readonly environmentId: string
  readonly encryptionKey: Uint8Array
  readonly publicUrl: string
  wait(ms: number): Promise<void>
  deliver(eventIds: readonly string[]): Promise<void>
}

export function openSandbox(options: SandboxOptions, environmentId: string): Sandbox {
  const wait = options.wait ?? ((ms: number) => setTimeout(ms))
  return {
    ...options,
    environmentId,
    wait,
    deliver: (eventIds) => deliverNow({ ...options, wait }, environmentId, eventIds),
  }
}

export function requireSandboxEnvironment(environment: 'sandbox' | 'live'): void {
  if (environment === 'sandbox') return
  throw new PurserError(
    'forbidden',
    'The sandbox provider moves no money and works in sandbox environments only. Use a key of the sandbox.',
  )
}
