import { parseArgs } from 'node:util'
import { systemClock } from '../../kernel/clock.ts'
import { freezeWallet, unfreezeWallet } from '../../modules/credits/index.ts'
import { withTransaction } from '../../platform/db/withTransaction.ts'
import { withDatabase } from '../runtime/withDatabase.ts'
import { chooseEnvironment } from './chooseEnvironment.ts'

const usage = `purser wallets freeze   <wallet id> [--environment sandbox|live] [--organization ID]
purser wallets unfreeze <wallet id> [--environment sandbox|live] [--organization ID]

Nothing can be spent from a frozen wallet. The nightly audit freezes a wallet that breaks an
invariant; unfreeze it once purser doctor passes again.`

const actions = { freeze: freezeWallet, unfreeze: unfreezeWallet }

/** Freezes and unfreezes wallets. */
export async function wallets([action = '', ...args]: string[]): Promise<number> {
  if (action !== 'freeze' && action !== 'unfreeze') {
    console.error(usage)
    return action === '--help' ? 0 : 1
  }
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      environment: { type: 'string', default: 'sandbox' },
      organization: { type: 'string' },
    },
  })
  const [walletId, ...more] = positionals
  if (!walletId || more.length > 0) {
    throw new Error(`Name one wallet: purser wallets ${action} <wallet id>.`)
  }
  return withDatabase(async ({ app }) => {
    const { environment } = await chooseEnvironment(app.db, values)
    const scope = { environmentId: environment.id, now: systemClock.now() }
    await withTransaction(app.db, (tx) => actions[action](tx, scope, walletId))
    console.log(`${walletId} is ${action === 'freeze' ? 'frozen' : 'active'}.`)
    return 0
  })
}
