import { organizationEndpoints } from '@purser/contract'
import { defineRoutes, type Route, read, write } from '../../platform/http/routes.ts'
import { createPortalSession, type PortalSettings } from './customerTokens/createPortalSession.ts'
import { type Environment, getEnvironment } from './organization/organizations.sql.ts'
import { updateOrganization } from './organization/updateOrganization.ts'

export const organizationRoutes = (settings: PortalSettings): Route[] =>
  defineRoutes('organizations', organizationEndpoints, {
    getBranding: read(async (tx, { scope }) => {
      const { name, logo, website, branding } = await getEnvironment(tx, scope.environmentId)
      return { name, logo, website, branding }
    }),
    getOrganization: read(async (tx, { scope }) =>
      renderOrganization(await getEnvironment(tx, scope.environmentId)),
    ),
    updateOrganization: write(async (tx, { scope, body }) =>
      renderOrganization(await updateOrganization(tx, scope, body)),
    ),
    createPortalSession: write((tx, { scope, body }) =>
      createPortalSession(tx, scope, body, settings),
    ),
  })

const renderOrganization = ({
  id: environmentId,
  organizationId: id,
  kind: environment,
  createdAt,
  updatedAt,
  ...settings
}: Environment) => ({
  id,
  environmentId,
  environment,
  ...settings,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
