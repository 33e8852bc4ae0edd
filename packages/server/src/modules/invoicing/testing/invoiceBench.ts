import type { CreditAccount, InvoiceDetail, LedgerEntry } from '@purser/contract'
import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/testApp.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { checkInvariants } from '../../../platform/db/invariants/checkInvariants.ts'
import { withTransaction } from '../../../platform/db/withTransaction.ts'
import { lockCustomerIfExists } from '../../customers/index.ts'
import { appendPendingLine } from '../bill/appendPendingLine.ts'
import type { BillLine } from '../bill/bill.core.ts'
import type { PendingLine } from '../bill/pendingLines.sql.ts'
import { prepareBill } from '../bill/prepareBill.ts'
import type { InvoiceRequest } from '../invoice/draftInvoice.ts'
import { issueInvoice } from '../invoice/finalizeInvoice.ts'
import { findInvoice, type InvoiceRecord } from '../invoice/invoice.sql.ts'
import { voidInvoice } from '../invoice/voidInvoice.ts'
import type { TaxTerms } from '../tax/lineTax.core.ts'
import { billLine, readCustomer } from './billLines.ts'

/** An application with customers to invoice. */
export interface InvoiceBench {
  app: TestApp
  /** The tax of every customer from now on. */
  tax: TaxTerms | null
  /** Creates a customer, who pays by invoice by default. */
  customer(id: string, body?: Record<string, unknown>): Promise<string>
  /** Adds prepaid money that pays invoices. */
  prepay(customerId: string, amount: number, more?: object): Promise<unknown>
  wallet(customerId: string, slug?: string): Promise<CreditAccount>
  ledger(customerId: string): Promise<LedgerEntry[]>
  /** Adds a pending line. */
  append(customerId: string, amount: number, more?: Partial<PendingLine>): Promise<void>
  pending(
    customerId: string,
  ): Promise<{ amount: number; type: string; invoice_id: string | null }[]>
  /** Computes the bill without writing. */
  prepare(customerId: string, lines: Lines, more?: Request): ReturnType<typeof prepareBill>
  /** Issues an invoice. Returns null if there is nothing to bill. */
  issue(customerId: string, lines: Lines, more?: Request): Promise<InvoiceRecord | null>
  /** Issues an invoice. Throws if there is nothing to bill. */
  invoice(customerId: string, lines: Lines, more?: Request): Promise<InvoiceRecord>
  /** Runs under the customer's lock, as every write does. */
  locked<T>(customerId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  void(invoice: InvoiceRecord): Promise<InvoiceRecord>
  detail(id: string): Promise<InvoiceDetail>
  eventTypesOf(customerId: string): Promise<string[]>
  run(task: string): Promise<void>
  expectSound(): Promise<void>
  stop(): Promise<void>
}

type Lines = readonly (number | BillLine)[]
type Request = Partial<InvoiceRequest>

export async function startInvoiceBench(): Promise<InvoiceBench> {
  const app = await startTestApp()
  await app.ok('createCreditCurrency', {
    body: { name: 'Money', slug: 'money', denomination: 'usd', applyToInvoices: true },
  })
  const scope = () => app.sandbox.scope()
  const { environmentId } = app.sandbox
  const listOf = async <T>(operation: string, call: object) =>
    (await app.ok<{ data: T[] }>(operation, call)).data
  const requestOf = async (
    tx: Tx,
    customerId: string,
    lines: Lines,
    more: Request,
  ): Promise<InvoiceRequest> => ({
    customer: await readCustomer(tx, environmentId, customerId),
    currency: 'usd',
    lines: lines.map((line) => (typeof line === 'number' ? billLine(line) : line)),
    discount: null,
    takesPending: true,
    at: app.clock.now(),
    subscriptionId: null,
    reason: 'pending_lines',
    cycleStart: null,
    collectionMethod: 'send_invoice',
    periodStart: null,
    periodEnd: null,
    ...more,
  })
  const tax = { taxFor: () => Promise.resolve(bench.tax) }
  let sources = 0
  const bench: InvoiceBench = {
    app,
    tax: null,
    customer: async (id, body = {}) => {
      await app.ok('putCustomer', { params: { customerId: id }, body: { kind: 'slg', ...body } })
      return id
    },
    prepay: (customerId, amount, more = {}) =>
      app.ok('createGrant', { body: { customerId, creditCurrencyId: 'money', amount, ...more } }),
    wallet: async (customerId, slug = 'money') => {
      const wallets = await listOf<CreditAccount>('listCreditAccounts', { params: { customerId } })
      const wallet = wallets.find(({ currency }) => currency?.slug === slug)
      if (!wallet) throw new Error(`${customerId} has no wallet of ${slug}`)
      return wallet
    },
    ledger: (customerId) => listOf('listLedgerEntries', { query: { customerId, limit: 100 } }),
    append: (customerId, amount, more = {}) => {
      sources += 1
      const line = {
        customerId,
        subscriptionId: null,
        source: `source-${sources}`,
        type: 'topup' as const,
        description: 'Top-up',
        amount,
        currency: 'usd',
        createdAt: app.clock.now(),
        ...more,
      }
      return bench.locked(customerId, (tx) => appendPendingLine(tx, scope(), line))
    },
    pending: async (customerId) => {
      const { rows } = await app.pool.query(
        `SELECT amount, type, invoice_id FROM pending_invoice_lines WHERE customer_id = $1
         ORDER BY created_at, id`,
        [customerId],
      )
      return rows
    },
    prepare: (customerId, lines, more = {}) =>
      withTransaction(
        app.db,
        async (tx) => prepareBill(tx, tax, scope(), await requestOf(tx, customerId, lines, more)),
        'read',
      ),
    issue: (customerId, lines, more = {}) =>
      bench.locked(customerId, async (tx) =>
        issueInvoice(tx, tax, scope(), await requestOf(tx, customerId, lines, more)),
      ),
    invoice: async (customerId, lines, more) => {
      const invoice = await bench.issue(customerId, lines, more)
      if (!invoice) throw new Error('nothing was billed')
      return invoice
    },
    locked: (customerId, work) =>
      withTransaction(app.db, async (tx) => {
        await lockCustomerIfExists(tx, scope(), customerId)
        return work(tx)
      }),
    void: ({ id, customerId }) =>
      bench.locked(customerId, async (tx) => {
        const invoice = await findInvoice(tx, environmentId, id)
        if (!invoice) throw new Error(`no invoice ${id}`)
        return voidInvoice(tx, scope(), invoice, app.clock.now())
      }),
    detail: (id) => app.ok<InvoiceDetail>('getInvoice', { params: { id } }),
    eventTypesOf: async (customerId) => {
      const { rows } = await app.pool.query<{ type: string }>(
        `SELECT type FROM outbox_messages WHERE customer_id = $1 AND type LIKE 'invoice.%'
         ORDER BY created_at, id`,
        [customerId],
      )
      return rows.map(({ type }) => type)
    },
    run: async (task) => {
      const handle = app.app.jobs.handlers[task]
      if (!handle) throw new Error(`no job ${task}`)
      await handle({})
    },
    expectSound: async () => {
      expect(await checkInvariants(app.pool, app.app.invariants)).toEqual([])
    },
    stop: () => app.stop(),
  }
  return bench
}
