import { organizationEndpoints } from '@purser/contract'
import type { Tx } from '../../platform/db/database.ts'
import { defineRoutes, type Route, read, write } from '../../platform/http/routes.ts'
import { createPortalSession, type PortalSettings } from './createPortalSession.ts'
import { getEnvironment } from './read.ts'
import { updateOrganization } from './updateOrganization.ts'

export const organizationRoutes = (settings: PortalSettings): Route[] =>
  defineRoutes('organizations', organizationEndpoints, {
    getBranding: read(async (tx, { scope }) => {
      const { name, logo, website, branding } = await getEnvironment(tx, scope.environmentId)
      return { name, logo, website, branding }
    }),
    getOrganization: read((tx, { scope }) => renderOrganization(tx, scope.environmentId)),
    updateOrganization: write(async (tx, { scope, body }) => {
      await updateOrganization(tx, scope, body)
      return renderOrganization(tx, scope.environmentId)
    }),
    createPortalSession: write((tx, { scope, body }) =>
      createPortalSession(tx, scope, body, settings),
    ),
  })

async function renderOrganization(tx: Tx, environmentId: string) {
  const environment = await getEnvironment(tx, environmentId)
  const { organizationId, kind, name, logo, website, branding, defaultCurrency, timezone } =
    environment
  return {
    id: organizationId,
    environmentId,
    environment: kind,
    name,
    logo,
    website,
    branding,
    defaultCurrency,
    timezone,
    createdAt: environment.createdAt.toISOString(),
    updatedAt: environment.updatedAt.toISOString(),
  }
}
