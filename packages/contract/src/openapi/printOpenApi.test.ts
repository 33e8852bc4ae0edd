import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from '../index.ts'
import { componentNames } from './componentNames.ts'
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type PrintedOperation,
  printOpenApi,
} from './printOpenApi.ts'

const info = { version: '1.2.3', serverUrl: 'https://billing.example' }

const groupsOf = (groups: Record<string, contract.EndpointGroup>): PrintedOperation[] =>
  Object.entries(groups).flatMap(([module, group]) =>
    Object.entries(group).map(([operation, endpoint]) => ({ operation, module, endpoint })),
  )

const foundation = groupsOf({
  organizations: contract.organizationEndpoints,
  customers: contract.customerEndpoints,
  catalog: contract.catalogEndpoints,
})
const everything = groupsOf({ all: contract.endpoints })

const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const operationOf = (document: OpenApiDocument, name: string): OpenApiOperation => {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === name)
  if (!found) throw new Error(`${name} is not in the document`)
  return found.operation
}

const endpoint = (given: Partial<contract.Endpoint>): contract.Endpoint => ({
  method: 'GET',
  path: '/v1/things',
  summary: 'A thing',
  callers: ['full'],
  response: z.object({ ok: z.boolean() }),
  ...given,
})

const printOne = (given: Partial<contract.Endpoint>) =>
  printOpenApi([{ operation: 'thing', module: 'things', endpoint: endpoint(given) }], info)

function* everyReference(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string') yield child
    else yield* everyReference(child)
  }
}

const resolve = (document: OpenApiDocument, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)

/** Paths of field and item schemas that accept any value. */
function* untypedPaths(schema: JsonSchema, path: string): Iterable<string> {
  if (Object.keys(schema).every((key) => key === 'description')) yield path
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    yield* untypedPaths(child, `${path}.${name}`)
  }
  for (const child of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    yield* untypedPaths(child, path)
  }
  if (schema.items) yield* untypedPaths(schema.items, `${path}[]`)
  const { additionalProperties } = schema
  // The values of a free-form object, such as metadata, may be anything.
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    yield* untypedPaths(additionalProperties, `${path}.*`)
  }
}

function* allUntypedPaths(document: OpenApiDocument): Iterable<string> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield* untypedPaths(schema, name)
  }
  for (const { operation } of operationsOf(document)) {
    const { operationId, parameters, requestBody, responses } = operation
    for (const { name, schema } of parameters ?? []) {
      yield* untypedPaths(schema, `${operationId} ${name}`)
    }
    for (const part of [requestBody, ...Object.values(responses)]) {
      if (!part || !('content' in part) || !part.content) continue
      for (const { schema } of Object.values(part.content)) yield* untypedPaths(schema, operationId)
    }
  }
}

describe.each([
  { of: 'the foundation', operations: foundation },
  { of: 'the whole API', operations: everything },
])('the document of $of', ({ operations }) => {
  const document = printOpenApi(operations, info)

  test('has every operation once, at its method and path', () => {
    const printed = operationsOf(document).map(
      ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
    )
    const expected = operations.map(
      ({ operation, endpoint: { method, path } }) =>
        `${operation} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(printed.toSorted()).toEqual(expected.toSorted())
  })

  test('has no two paths that differ only in the name of a parameter', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([])
  })

  test('declares exactly the parameters of each path', () => {
    for (const { path, operation } of operationsOf(document)) {
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(declared.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  test('lists all answers of every operation: success and the common errors', () => {
    for (const { method, operation } of operationsOf(document)) {
      const expected = [200, 400, 401, 429, 500, 503]
      if (method !== 'get') expected.push(413, 415)
      const isOpen = operation.security.length === 0
      if (!isOpen) expected.push(403)
      // Without a key there is no caller that an idempotency key could belong to.
      if (method !== 'get' && !isOpen) expected.push(409)
      const names = operation.parameters?.map(({ name }) => name) ?? []
      expect(names.includes('Idempotency-Key')).toBe(method !== 'get' && !isOpen)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected.map(String)))
    }
  })

  test('contains only references that can be resolved', () => {
    const references = [...new Set(everyReference(document))]
    expect(references.length).toBeGreaterThan(20)
    expect(references.filter((one) => resolve(document, one) === undefined)).toEqual([])
  })

  test('contains only components that are used', () => {
    const used = new Set(everyReference(document))
    const { schemas, responses } = document.components
    expect(Object.keys(schemas).filter((one) => !used.has(`#/components/schemas/${one}`))).toEqual(
      [],
    )
    expect(
      Object.keys(responses).filter((one) => !used.has(`#/components/responses/${one}`)),
    ).toEqual([])
  })

  test('is the same every time it is printed', () => {
    expect(JSON.stringify(printOpenApi(operations, info))).toBe(JSON.stringify(document))
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})

describe('schemas', () => {
  const document = printOpenApi(foundation, info)
  const { schemas } = document.components

  test('have a type wherever possible', () => {
    // `before` and `after` of a change are values of any catalog field.
    expect([...allUntypedPaths(printOpenApi(everything, info))]).toEqual([
      'CatalogChange.fields[].before',
      'CatalogChange.fields[].after',
    ])
  })

  test('are shared by name', () => {
    expect(operationOf(document, 'getProduct').responses[200]).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Product' } } },
    })
    expect(schemas.Plan?.properties?.charges).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Charge' },
    })
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Customer', 'Error', 'Tier']))
  })

  test('accept decimal strings and numbers, and return decimal strings', () => {
    const amountIn = (name: string) =>
      schemas[name]?.oneOf?.find(({ properties }) => properties?.unitAmount)?.properties?.unitAmount
    expect(amountIn('PricingInput')).toMatchObject({
      anyOf: [{ type: 'string', maxLength: 40 }, { type: 'number' }],
    })
    expect(amountIn('PricingOutput')).toMatchObject({ type: 'string', examples: ['0.0015'] })
    expect(amountIn('Pricing')).toMatchObject({ type: 'string' })
  })

  test('forbid unknown fields in requests and allow them in answers', () => {
    expect(schemas.CreateProductBody?.additionalProperties).toBe(false)
    expect(schemas.Product).not.toHaveProperty('additionalProperties')
  })

  test('have a name if the contract exports them, except primitives', () => {
    const primitives = ['money', 'positiveMoney']
    const names = componentNames()
    const unnamed = Object.entries(contract)
      .filter(([, value]) => value instanceof z.ZodType)
      .filter(([, value]) => ['object', 'union', 'enum'].includes((value as z.ZodType).def.type))
      .filter(([key, value]) => !primitives.includes(key) && !names.has(value as z.ZodType))
    expect(unnamed.map(([key]) => key)).toEqual([])
    expect(new Set(names.values()).size).toBe(names.size)
  })
})

describe('the callers of an operation', () => {
  const securityOf = (callers: readonly contract.Caller[]) => {
    const { security, description } = operationOf(printOne({ callers }), 'thing')
    return { schemes: security.flatMap((one) => Object.keys(one)), description }
  }

  test.each<{ callers: contract.Caller[]; schemes: string[]; description: string }>([
    {
      callers: ['full'],
      schemes: ['secretKey'],
      description: 'Called with a secret key of scope `full`.',
    },
    {
      callers: ['full', 'read', 'runtime'],
      schemes: ['secretKey'],
      description: 'Called with any secret key.',
    },
    {
      callers: ['full', 'read', 'portal'],
      schemes: ['secretKey', 'portalToken'],
      description:
        'Called with a secret key of scope `full` or `read` or a portal token (its own customer only).',
    },
    {
      callers: ['full', 'read', 'publishable', 'portal'],
      schemes: ['secretKey', 'publishableKey', 'portalToken'],
      description:
        'Called with a secret key of scope `full` or `read`, a publishable key or a portal token.',
    },
    {
      callers: ['page', 'portal'],
      schemes: ['portalToken', 'pageToken'],
      description:
        'Called with a portal token (its own customer only) or a page token (for this page only).',
    },
    {
      callers: ['publishable', 'page'],
      schemes: ['publishableKey', 'pageToken'],
      description: 'Called with a publishable key or a page token.',
    },
    { callers: ['anyone'], schemes: [], description: 'Called by anyone, without a key.' },
  ])('are described for $callers', ({ callers, ...expected }) => {
    expect(securityOf(callers)).toEqual(expected)
  })
})

describe('an operation', () => {
  const headersOf = (given: Partial<contract.Endpoint>) =>
    (operationOf(printOne(given), 'thing').parameters ?? [])
      .filter((one) => one.in === 'header')
      .map(({ name }) => name)

  test('takes an Idempotency-Key only if it is a write', () => {
    expect(headersOf({ method: 'GET' })).toEqual([])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect(headersOf({ method })).toEqual(['Idempotency-Key'])
    }
  })

  test('has an ETag only if it is a public read', () => {
    const publicRead = printOne({ callers: contract.publicReads })
    expect(operationOf(publicRead, 'thing').responses).toHaveProperty('304')
    expect(headersOf({ callers: contract.publicReads })).toEqual(['If-None-Match'])
    expect(operationOf(printOne({}), 'thing').responses).not.toHaveProperty('304')
  })

  test('does not require a body that may be omitted', () => {
    const required = (body: z.ZodType) =>
      operationOf(printOne({ method: 'POST', body }), 'thing').requestBody?.required
    expect(required(z.strictObject({ name: z.string() }))).toBe(true)
    expect(required(z.strictObject({}).prefault({}))).toBe(false)
  })

  test('describes its query parameters and says which are required', () => {
    const query = z.strictObject({
      days: z.coerce.number().int().default(30).meta({ description: 'How many.' }),
      currency: z.string(),
    })
    expect(operationOf(printOne({ query }), 'thing').parameters).toEqual([
      {
        name: 'days',
        in: 'query',
        required: false,
        description: 'How many.',
        schema: { type: 'integer', default: 30 },
      },
      { name: 'currency', in: 'query', required: true, schema: { type: 'string' } },
    ])
  })

  test('groups error codes with the same status, including its own', () => {
    const { responses } = operationOf(
      printOne({ method: 'POST', errors: ['invalid_state', 'not_found'] }),
      'thing',
    )
    expect(responses[404]).toEqual({ $ref: '#/components/responses/NotFound' })
    expect(responses[409]).toMatchObject({
      'x-error-codes': ['idempotency_key_reused', 'idempotency_in_progress', 'invalid_state'],
      description: expect.stringContaining("`invalid_state`: The object's state"),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    })
  })

  test('names a content type other than JSON', () => {
    const content = (produces: NonNullable<contract.Endpoint['produces']>) => {
      const answer = operationOf(printOne({ produces }), 'thing').responses[200]
      return answer && 'content' in answer ? Object.keys(answer.content ?? {}) : []
    }
    expect(content('application/pdf')).toEqual(['application/pdf'])
    expect(content('text/event-stream')).toEqual(['text/event-stream'])
  })

  test('must not repeat the method and path of another one', () => {
    const twice = ['a', 'b'].map((operation) => ({
      operation,
      module: 'things',
      endpoint: endpoint({}),
    }))
    expect(() => printOpenApi(twice, info)).toThrow('repeats GET /v1/things')
  })
})
