import type { LoadJob } from './load/LoadJob.ts'

export const CUSTOMERS = 1_000

interface LoadCase {
  title: string
  server: 'purser' | 'naive'
  /** True if the case writes, so that the rows must be verified afterwards. */
  writes: boolean
  job: Pick<LoadJob, 'path' | 'body' | 'events' | 'customers' | 'expected'>
}

const track = (title: string, events: number, customers: number): LoadCase => ({
  title,
  server: 'purser',
  writes: true,
  job: {
    path: '/v1/usage/track',
    body: 'track',
    events,
    customers,
    expected: `"accepted":${events},`,
  },
})

const naive = (title: string, customers: number): LoadCase => {
  const { writes, job } = track(title, 1, customers)
  return { title, server: 'naive', writes, job: { ...job, path: '/track' } }
}

/** Cases that are compared with each other are neighbors, so that they run close together. */
export const loadCases = {
  noop: {
    title: 'no-op POST',
    server: 'purser',
    writes: false,
    // Sends the body of a track request, so that the server parses the same amount of data.
    job: {
      path: '/bench/noop',
      body: 'track',
      events: 1,
      customers: CUSTOMERS,
      expected: '"ok":true',
    },
  },
  check: {
    title: 'check',
    server: 'purser',
    writes: false,
    job: {
      path: '/v1/check',
      body: 'check',
      events: 1,
      customers: CUSTOMERS,
      expected: '"access":true',
    },
  },
  track: track('track, 1 event a request', 1, CUSTOMERS),
  naive: naive('naive, 1 event a request', CUSTOMERS),
  hot: track('track, one hot customer', 1, 1),
  'naive-hot': naive('naive, one hot customer', 1),
  batch: track('track, 100 events a request', 100, CUSTOMERS),
} satisfies Record<string, LoadCase>

export type LoadCaseName = keyof typeof loadCases
export type CaseName = LoadCaseName | 'pgbench'

export const caseNames: readonly CaseName[] = [
  ...(Object.keys(loadCases) as LoadCaseName[]),
  'pgbench',
]

export const titleOf = (name: CaseName): string =>
  name === 'pgbench' ? 'pgbench TPC-B, 16 clients' : loadCases[name].title
