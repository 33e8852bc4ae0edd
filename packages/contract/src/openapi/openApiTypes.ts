import type { ErrorCode } from '../errors.ts'

/** The part of JSON Schema 2020-12 that the contract prints. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
}

export interface OpenApiReference {
  $ref: string
}

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type OpenApiContent = Record<string, { schema: JsonSchema }>

export interface OpenApiResponse {
  description: string
  headers?: Record<string, OpenApiReference>
  content?: OpenApiContent
  /** The codes that an error with this status can have. */
  'x-error-codes'?: ErrorCode[]
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: OpenApiParameter[]
  requestBody?: { required: boolean; content: OpenApiContent }
  responses: Record<string, OpenApiResponse | OpenApiReference>
}

export type OpenApiMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, { [M in OpenApiMethod]?: OpenApiOperation }>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, OpenApiResponse>
    headers: Record<string, { description: string; schema: JsonSchema }>
    securitySchemes: Record<string, Record<string, string>>
  }
}
