import { onboardingEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoutes, type Route, read, stream, write } from '../../platform/http/routes.ts'
import { applyOnboarding } from './apply/applyOnboarding.ts'
import { findRun } from './run/events.sql.ts'
import { followRun } from './run/followRun.ts'
import { startOnboarding } from './run/startOnboarding.ts'

export const onboardingRoutes = (db: Database): Route[] =>
  defineRoutes('onboarding', onboardingEndpoints, {
    startOnboarding: write((tx, { scope, body }) => startOnboarding(tx, scope, body)),
    getOnboardingRun: read(async (tx, { scope, params }) => {
      const run = await findRun(tx, scope.environmentId, params.id)
      if (!run) throw notFound('onboarding run', params.id)
      return run
    }),
    applyOnboarding: write((tx, { scope, params }) => applyOnboarding(tx, scope, params.id)),
    streamOnboarding: stream(
      'write',
      async (tx, { scope, body }) => (await startOnboarding(tx, scope, body)).id,
      ({ scope }, id, from) => followRun(db, { environmentId: scope.environmentId, id }, from),
    ),
    followOnboarding: stream(
      'read',
      async (tx, { scope, params }) => {
        const run = await findRun(tx, scope.environmentId, params.id)
        if (!run) throw notFound('onboarding run', params.id)
        return run.id
      },
      ({ scope, query }, id, { after, signal }) =>
        followRun(
          db,
          { environmentId: scope.environmentId, id },
          { after: query.after ?? after, signal },
        ),
    ),
  })
