import { providerWebhookEndpoints, webhookEndpoints } from '@purser/contract'
import { notFound } from '../../kernel/errors.ts'
import { pageRequest } from '../../kernel/page.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineRoutes, type Route, rawDelivery, read, write } from '../../platform/http/routes.ts'
import type { PaymentProviders } from '../payments/index.ts'
import { createWebhookEndpoint, type EndpointSettings } from './endpoints/createWebhookEndpoint.ts'
import { deleteWebhookEndpoint } from './endpoints/deleteWebhookEndpoint.ts'
import { findWebhookEndpoint, listWebhookEndpoints } from './endpoints/endpoints.sql.ts'
import { rotateWebhookSecret } from './endpoints/rotateWebhookSecret.ts'
import { updateWebhookEndpoint } from './endpoints/updateWebhookEndpoint.ts'
import { type DeliveryResult, receiveProviderWebhook } from './incoming/receiveProviderWebhook.ts'
import { listWebhookMessages } from './outgoing/messages.sql.ts'
import { replayWebhookMessage } from './outgoing/replayWebhookMessage.ts'

interface Inbound {
  db: Database
  providers: PaymentProviders
  countDelivery: (provider: string, result: DeliveryResult) => void
}

export const webhookRoutes = (dependencies: Inbound & EndpointSettings): Route[] => [
  ...inboundRoutes(dependencies),
  ...outboundRoutes(dependencies),
]

/** Webhooks from payment providers. */
const inboundRoutes = ({ db, providers, countDelivery }: Inbound): Route[] =>
  defineRoutes('webhooks', providerWebhookEndpoints, {
    receiveProviderWebhook: rawDelivery(({ params, headers, body, now }) =>
      receiveProviderWebhook(db, providers, { ...params, headers, body, now }, countDelivery),
    ),
  })

/** Merchants' endpoints and their deliveries. */
const outboundRoutes = (settings: EndpointSettings): Route[] =>
  defineRoutes('webhooks', webhookEndpoints, {
    createWebhookEndpoint: write((tx, { scope, body }) =>
      createWebhookEndpoint(tx, scope, body, settings),
    ),
    listWebhookEndpoints: read((tx, { scope, query }) =>
      listWebhookEndpoints(tx, scope.environmentId, pageRequest(query)),
    ),
    getWebhookEndpoint: read(async (tx, { scope, params }) => {
      const endpoint = await findWebhookEndpoint(tx, scope.environmentId, params.id)
      if (!endpoint) throw notFound('webhook endpoint', params.id)
      return endpoint
    }),
    updateWebhookEndpoint: write((tx, { scope, params, body }) =>
      updateWebhookEndpoint(tx, scope, params.id, body, settings),
    ),
    deleteWebhookEndpoint: write(async (tx, { scope, params }) => {
      await deleteWebhookEndpoint(tx, scope, params.id)
      return { id: params.id, deleted: true }
    }),
    rotateWebhookSecret: write((tx, { scope, params }) =>
      rotateWebhookSecret(tx, scope, params.id, settings.encryptionKey),
    ),
    listWebhookMessages: read((tx, { scope, query }) =>
      listWebhookMessages(tx, scope.environmentId, query, pageRequest(query)),
    ),
    replayWebhookMessage: write((tx, { scope, params }) =>
      replayWebhookMessage(tx, scope, params.id),
    ),
  })
