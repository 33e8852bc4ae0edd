/**
 * Files that each break one rule when added to the repository. They prove that the
 * architecture test can fail.
 */
export const plantedImports: [name: string, path: string, text: string, why: string][] = [
  [
    'pure rules that read files',
    'src/modules/customers/testClocks/planted.core.ts',
    "import 'node:fs'",
    'pure code imports nothing that does I/O',
  ],
  [
    'pure rules that read the database',
    'src/modules/customers/testClocks/planted.core.ts',
    "import '../../../platform/db/pool.ts'",
    'core does no I/O',
  ],
  [
    'pure rules that use SQL',
    'src/modules/customers/testClocks/planted.core.ts',
    "import './planted.sql.ts'",
    'core imports core',
  ],
  [
    'SQL that needs another module',
    'src/modules/customers/testClocks/planted.sql.ts',
    "import '../../organizations/read.ts'",
    'a read imports no other module',
  ],
  [
    'SQL that calls a use case',
    'src/modules/customers/testClocks/planted.sql.ts',
    "import './planted.ts'",
    'a read imports platform, kernel and its own core and SQL',
  ],
  [
    'a call upwards',
    'src/modules/organizations/planted.ts',
    "import '../customers/index.ts'",
    'a use case calls only earlier modules',
  ],
  [
    'customers that read a later module',
    'src/modules/customers/planted.ts',
    "import '../subscriptions/read.ts'",
    'customers reaches later modules through its ports',
  ],
  [
    "another module's store",
    'src/modules/customers/planted.ts',
    "import '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index, read or core',
  ],
  [
    'a read that needs another module',
    'src/modules/customers/read.ts',
    "export * from '../organizations/index.ts'",
    'a read imports no other module',
  ],
  [
    'a type import counts too',
    'src/modules/customers/planted.ts',
    "import type { X } from '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index, read or core',
  ],
  [
    'a dynamic import counts too',
    'src/modules/customers/planted.ts',
    "await import('../organizations/organization/organizations.sql.ts')",
    'another module is imported through its index, read or core',
  ],
  [
    'a platform that knows a module',
    'src/platform/planted.ts',
    "import '../modules/customers/index.ts'",
    'the platform imports no module',
  ],
  [
    'a kernel that does I/O',
    'src/kernel/planted.ts',
    "import 'pg'",
    'pure code imports nothing that does I/O',
  ],
  [
    'pure rules that call a use case of another module',
    'src/modules/usage/track/planted.core.ts',
    "import { grantCredits } from '../../credits/index.ts'",
    "core loads another module's pure code only, from its core.ts",
  ],
  [
    'pure rules that read another module',
    'src/modules/usage/track/planted.core.ts',
    "import { findSubscription } from '../../subscriptions/read.ts'",
    "core loads another module's pure code only, from its core.ts",
  ],
  [
    'pure rules that load a file for its types',
    'src/modules/usage/track/planted.core.ts',
    "import { type Balance } from '../../credits/read.ts'",
    "core loads another module's pure code only, from its core.ts",
  ],
  [
    'pure rules of a later module',
    'src/modules/usage/track/planted.core.ts',
    "import { sameSeats } from '../../subscriptions/core.ts'",
    'a use case calls only earlier modules',
  ],
  [
    'pure rules that read the clock',
    'src/modules/usage/track/planted.core.ts',
    "import { systemClock } from '../../../kernel/clock.ts'",
    'core is given the time and secrets',
  ],
  [
    'a kernel that passes the clock on',
    'src/kernel/planted.ts',
    "export { systemClock } from './clock.ts'",
    'the kernel reads the clock only for new ids',
  ],
  [
    'a use case among the pure exports',
    'src/modules/credits/core.ts',
    "export { grantCredits } from './grants/grantCredits.ts'",
    'core.ts exports core files of its module only',
  ],
  [
    'pure exports of two modules',
    'src/modules/credits/core.ts',
    "export { priceQuantity } from '../catalog/core.ts'",
    'core.ts exports core files of its module only',
  ],
  [
    'pure exports in an index',
    'src/modules/credits/index.ts',
    "export { debit } from './wallet/debit.core.ts'",
    'core.ts exports the pure code of a module',
  ],
  [
    'pure exports in a read',
    'src/modules/credits/read.ts',
    "export { debit } from './wallet/debit.core.ts'",
    'core.ts exports the pure code of a module',
  ],
  [
    'a command that runs SQL of a module',
    'src/bin/commands/planted.ts',
    "import '../../modules/customers/customer/customers.sql.ts'",
    'app.ts and the command line import a module through its index, read or core',
  ],
  [
    'an app that runs SQL of a module',
    'src/app.ts',
    "import './modules/customers/customer/customers.sql.ts'",
    'app.ts and the command line import a module through its index, read or core',
  ],
  [
    'production code that uses a test bench',
    'src/modules/credits/grants/planted.ts',
    "import '../testing/creditBench.ts'",
    'production code imports nothing from testing/',
  ],
  [
    'a model that shares a rule of the product',
    'test/model/credits/planted.ts',
    "import type { Period } from '../../../src/kernel/calendar.ts'",
    'the model imports nothing of the product but exact amounts',
  ],
]
