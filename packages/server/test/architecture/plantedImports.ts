/**
 * Each of these files breaks one rule when it is added to the repository. They prove that the
 * architecture test can fail.
 */
export const plantedImports: [name: string, path: string, text: string, why: string][] = [
  [
    'a core file that reads files',
    'src/modules/customers/testClocks/planted.core.ts',
    "import 'node:fs'",
    'pure code imports nothing that does I/O',
  ],
  [
    'a core file that reads the database',
    'src/modules/customers/testClocks/planted.core.ts',
    "import '../../../platform/db/pool.ts'",
    'core does no I/O',
  ],
  [
    'a core file that uses SQL',
    'src/modules/customers/testClocks/planted.core.ts',
    "import './planted.sql.ts'",
    'core imports only core files of its module',
  ],
  [
    'an SQL file that imports another module',
    'src/modules/customers/testClocks/planted.sql.ts',
    "import '../../organizations/read.ts'",
    'a read imports no other module',
  ],
  [
    'an SQL file that calls a use case',
    'src/modules/customers/testClocks/planted.sql.ts',
    "import './planted.ts'",
    'a read imports only platform, kernel, and core and SQL of its module',
  ],
  [
    'a call to a later module',
    'src/modules/organizations/planted.ts',
    "import '../customers/index.ts'",
    'a use case calls only earlier modules',
  ],
  [
    'a read of a later module in customers',
    'src/modules/customers/planted.ts',
    "import '../subscriptions/read.ts'",
    'customers reaches later modules through its ports',
  ],
  [
    "an import of another module's SQL file",
    'src/modules/customers/planted.ts',
    "import '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index, read or core',
  ],
  [
    'a read that imports another module',
    'src/modules/customers/read.ts',
    "export * from '../organizations/index.ts'",
    'a read imports no other module',
  ],
  [
    'a type import from an SQL file of another module',
    'src/modules/customers/planted.ts',
    "import type { X } from '../organizations/organization/organizations.sql.ts'",
    'another module is imported through its index, read or core',
  ],
  [
    'a dynamic import of an SQL file of another module',
    'src/modules/customers/planted.ts',
    "await import('../organizations/organization/organizations.sql.ts')",
    'another module is imported through its index, read or core',
  ],
  [
    'a platform that imports a module',
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
    'a core file that calls a use case of another module',
    'src/modules/usage/track/planted.core.ts',
    "import { grantCredits } from '../../credits/index.ts'",
    'core loads only pure code of another module, through its core.ts',
  ],
  [
    'a core file that loads a read of another module',
    'src/modules/usage/track/planted.core.ts',
    "import { findSubscription } from '../../subscriptions/read.ts'",
    'core loads only pure code of another module, through its core.ts',
  ],
  [
    'a core file that loads a file for its types',
    'src/modules/usage/track/planted.core.ts',
    "import { type Balance } from '../../credits/read.ts'",
    'core loads only pure code of another module, through its core.ts',
  ],
  [
    'a core file that loads pure code of a later module',
    'src/modules/usage/track/planted.core.ts',
    "import { sameSeats } from '../../subscriptions/core.ts'",
    'a use case calls only earlier modules',
  ],
  [
    'a core file that reads the clock',
    'src/modules/usage/track/planted.core.ts',
    "import { systemClock } from '../../../kernel/clock.ts'",
    'core receives the time and secrets as arguments',
  ],
  [
    'a kernel that exports the clock again',
    'src/kernel/planted.ts',
    "export { systemClock } from './clock.ts'",
    'the kernel reads the clock only for new ids',
  ],
  [
    'a core.ts that exports a use case',
    'src/modules/credits/core.ts',
    "export { grantCredits } from './grants/grantCredits.ts'",
    'core.ts exports only core files of its module',
  ],
  [
    'a core.ts that exports pure code of another module',
    'src/modules/credits/core.ts',
    "export { priceQuantity } from '../catalog/core.ts'",
    'core.ts exports only core files of its module',
  ],
  [
    'an index that exports pure code',
    'src/modules/credits/index.ts',
    "export { debit } from './wallet/debit.core.ts'",
    'only core.ts exports the pure code of a module',
  ],
  [
    'a read that exports pure code',
    'src/modules/credits/read.ts',
    "export { debit } from './wallet/debit.core.ts'",
    'only core.ts exports the pure code of a module',
  ],
  [
    'a command that imports SQL of a module',
    'src/bin/commands/planted.ts',
    "import '../../modules/customers/customer/customers.sql.ts'",
    'app.ts and the command line import a module through its index, read or core',
  ],
  [
    'an app that imports SQL of a module',
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
