import { ConfigError } from '../platform/config.ts'
import { describeLoadError } from './describeLoadError.ts'

const usage = `purser <command>

  start                       everything in one process, with the embedded database and a demo merchant
  serve                       the API only; needs DATABASE_URL
  work                        the job queue only; needs DATABASE_URL
  migrate                     bring the database up to date
  seed                        create the demo merchant if there is no organization yet
  organizations create|list   merchants (purser organizations --help)
  keys create|list|revoke     API keys (purser keys --help)
  catalog pull|diff|push      the catalog as a file (purser catalog --help)
  plans attach|detach         give a customer a plan without billing (purser plans --help)
  wallets freeze|unfreeze     block or allow spending from a wallet (purser wallets --help)
  doctor                      check this installation and its data

Configuration comes from the environment; docs/operations/configuration.md lists it.`

type Command = (args: string[]) => Promise<number>

/**
 * Loads each command only when it is called, so that no command waits for code it does not need.
 */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  serve: async () => (await import('./commands/serve.ts')).serve,
  work: async () => (await import('./commands/serve.ts')).work,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  seed: async () => (await import('./commands/seed.ts')).seed,
  organizations: async () => (await import('./commands/organizations.ts')).organizations,
  keys: async () => (await import('./commands/keys.ts')).keys,
  catalog: async () => (await import('./commands/catalog.ts')).catalogCommand,
  plans: async () => (await import('./commands/plans.ts')).plans,
  wallets: async () => (await import('./commands/wallets.ts')).wallets,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
}

/** Runs a command, prints its output and errors, and returns its exit code. */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<number> {
  const load = commands[name]
  if (!load) {
    const isAsked = name === '' || name === '--help'
    console.error(isAsked ? usage : `purser has no command "${name}".\n\n${usage}`)
    return name === '--help' ? 0 : 1
  }
  let command: Command
  try {
    command = await load()
  } catch (error) {
    console.error(`purser: ${describeLoadError(error)}`)
    return 1
  }
  try {
    return await command(args)
  } catch (error) {
    const mistakes = error instanceof ConfigError ? error.mistakes : [sentenceOf(error)]
    for (const mistake of mistakes) console.error(`purser: ${mistake}`)
    return 1
  }
}

/**
 * Reduces an error to one sentence for the terminal. Prints the stack only at log level `debug`.
 */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (process.env.PURSER_LOG_LEVEL === 'debug' && error.stack) return error.stack
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`
}
