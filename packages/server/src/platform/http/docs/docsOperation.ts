import {
  ANY_ENDPOINT_ERRORS,
  ANY_WRITE_ERRORS,
  errorTable,
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
} from '@purser/contract'
import { componentName, exampleId, exampleOf, resolveSchema } from './docsExamples.ts'
import { type Html, type HtmlPart, highlightJson, html, prose } from './docsHtml.ts'
import { renderFields, renderShape, renderType, type SchemaView } from './docsSchema.ts'

export interface DocumentedOperation {
  method: string
  path: string
  operation: OpenApiOperation
}

const WIDE = 48
const JSON_TYPE = 'application/json'

/** Renders one operation: its description and parameters on one side, its examples on the other. */
export function renderOperation(documented: DocumentedOperation, view: SchemaView): Html {
  const { method, path, operation } = documented
  const anchor = `op-${operation.operationId}`
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}-title">
<header><h3 id="${anchor}-title"><a class="anchor" href="#${anchor}">${prose(operation.summary)}</a></h3>
<p class="endpoint">${methodBadge(method)} <code>${withParameters(path)}</code></p></header>
<div class="columns"><div class="text">
<p class="callers">${prose(operation.description)}</p>
${renderParameters('Path parameters', 'path', operation, view)}
${renderParameters('Query parameters', 'query', operation, view)}
${renderBody(operation, view)}
${renderHeaders(operation)}
${renderReturns(operation, { ...view, direction: 'response' })}
${renderErrors(operation, view.document)}
</div><div class="wire">
${renderExample('Request', curlOf(documented, view.document))}
${renderAnswer(documented, view.document)}
</div></div></section>
`
}

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`

const withParameters = (path: string): HtmlPart =>
  path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? html`<span class="param">${part}</span>` : part))

// --- parameters ---

function renderParameters(
  title: string,
  place: 'path' | 'query',
  { parameters = [] }: OpenApiOperation,
  view: SchemaView,
): HtmlPart {
  const fields = parameters.filter((parameter) => parameter.in === place)
  return fields.length > 0 && html`<h4>${title}</h4>${renderFields(fields, view)}`
}

/** Lists the headers by name only. They are the same everywhere and explained once. */
function renderHeaders({ parameters = [] }: OpenApiOperation): HtmlPart {
  const names = parameters.filter((parameter) => parameter.in === 'header')
  if (names.length === 0) return undefined
  return html`<h4>Headers</h4>${names.map(
    ({ name, description = '' }) =>
      html`<p class="hint"><code>${name}</code>: ${prose(description)}</p>`,
  )}`
}

function renderBody({ requestBody }: OpenApiOperation, view: SchemaView): HtmlPart {
  const schema = requestBody?.content[JSON_TYPE]?.schema
  if (!requestBody || !schema) return undefined
  const optional = !requestBody.required && html` <span class="type">optional</span>`
  return html`<h4>Body${optional}</h4>${renderShape(schema, view)}`
}

// --- responses ---

const isResponse = (response: OpenApiOperation['responses'][string]): response is OpenApiResponse =>
  !('$ref' in response)

const resolveResponse = (
  document: OpenApiDocument,
  response: OpenApiOperation['responses'][string],
): OpenApiResponse | undefined =>
  isResponse(response) ? response : document.components.responses[componentName(response.$ref)]

function answerOf({
  responses,
}: OpenApiOperation): { type: string; schema: JsonSchema } | undefined {
  const ok = responses[200]
  if (!ok || !isResponse(ok)) return undefined
  const [entry] = Object.entries(ok.content ?? {})
  return entry && { type: entry[0], schema: entry[1].schema }
}

function renderReturns(operation: OpenApiOperation, view: SchemaView): HtmlPart {
  const answer = answerOf(operation)
  if (!answer) return undefined
  if (answer.type === 'application/pdf') return html`<h4>Returns</h4><p>A PDF file.</p>`
  const { schema } = answer
  const items = schema.properties?.data?.items
  if (items?.$ref !== undefined && schema.properties?.nextCursor) {
    return html`<h4>Returns</h4><p>A <a href="#pagination">page</a> of ${renderType(items, view)}.</p>`
  }
  if (schema.$ref !== undefined && view.linked.has(componentName(schema.$ref))) {
    const stream = answer.type === 'text/event-stream' && 'A stream of server-sent events, each '
    return html`<h4>Returns</h4><p>${stream}${renderType(schema, view)}</p>`
  }
  return html`<h4>Returns</h4>${renderShape(schema, view) ?? html`<p>${renderType(schema, view)}</p>`}`
}

const general = new Set<string>([...ANY_ENDPOINT_ERRORS, ...ANY_WRITE_ERRORS])

function renderErrors({ responses }: OpenApiOperation, document: OpenApiDocument): Html {
  const codes = Object.values(responses).flatMap(
    (response) => resolveResponse(document, response)?.['x-error-codes'] ?? [],
  )
  const specificCodes = codes.filter((code) => !general.has(code))
  const generalCodes = codes.filter((code) => general.has(code))
  return html`<h4>Errors</h4>${
    specificCodes.length > 0 &&
    html`<div class="scroll"><table class="errors"><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">When</th></tr></thead><tbody>${specificCodes.map(
      (code) =>
        html`<tr><td>${errorTable[code].status}</td><td><code>${code}</code></td><td>${prose(errorTable[code].when)}</td></tr>`,
    )}</tbody></table></div>`
  }<p class="hint">${specificCodes.length > 0 ? 'Also the errors of all operations' : 'Only the errors of all operations'}: ${generalCodes.map(
    (code, index) => [index > 0 && ', ', html`<a href="#errors"><code>${code}</code></a>`],
  )}.</p>`
}

// --- examples ---

const renderExample = (title: string, code: HtmlPart): Html =>
  html`<figure class="example"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`

function renderAnswer(
  { path, operation }: DocumentedOperation,
  document: OpenApiDocument,
): HtmlPart {
  const answer = answerOf(operation)
  if (!answer) return undefined
  const options = { document, direction: 'response' } as const
  if (answer.type === JSON_TYPE) {
    const example = JSON.stringify(exampleOf(answer.schema, options, { owner: path }), null, 2)
    return renderExample('Response 200', highlightJson(example))
  }
  if (answer.type !== 'text/event-stream') return undefined
  const events = resolveSchema(document, answer.schema).oneOf ?? [answer.schema]
  const lines = events.slice(0, 3).map((event) => {
    const example = exampleOf(event, options)
    const { event: name, data } = example as { event?: unknown; data?: unknown }
    return `event: ${String(name)}\ndata: ${JSON.stringify(data)}\n`
  })
  return renderExample('Response 200', lines.join('\n'))
}

/** Builds the body of the example request. The tests check it against the endpoint's schema. */
export function exampleBody(operation: OpenApiOperation, document: OpenApiDocument): unknown {
  const schema = operation.requestBody?.content[JSON_TYPE]?.schema
  return schema && exampleOf(schema, { document, direction: 'request' })
}

function curlOf(
  { method, path, operation }: DocumentedOperation,
  document: OpenApiDocument,
): HtmlPart {
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
  const body = exampleBody(operation, document)
  const type = answerOf(operation)?.type
  const url = `${document.servers[0]?.url ?? ''}${examplePath(path)}${exampleQuery(operation, document)}`
  const start = [
    type === 'text/event-stream' && '-N',
    type === 'application/pdf' && '-o invoice.pdf',
    method !== 'get' && `-X ${method.toUpperCase()}`,
  ].filter(Boolean)
  const command = ['curl', ...start].join(' ')
  const target = /[?&$ ]/.test(url) ? `"${url}"` : url
  // Starts a new line if the command would otherwise be too wide.
  const gap = command.length + target.length > WIDE ? ' \\\n  ' : ' '
  const options: HtmlPart[] = [
    ...(schemes.includes('secretKey') ? ['-H "x-api-key: $PURSER_API_KEY"'] : []),
    ...(!schemes.includes('secretKey') && schemes.includes('portalToken')
      ? ['-H "authorization: Bearer $PURSER_PORTAL_TOKEN"']
      : []),
    ...(operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
      ? ['-H "idempotency-key: $(uuidgen)"']
      : []),
    ...(body === undefined
      ? []
      : [
          '-H "content-type: application/json"',
          ["-d '", highlightJson(JSON.stringify(body, null, 2).replaceAll("'", "'\\''")), "'"],
        ]),
  ]
  return [command, gap, target, options.map((option) => [' \\\n  ', option])]
}

const examplePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string, at: number) => {
    if (name === 'provider') return 'stripe'
    const resource = path.slice(0, at).split('/').at(-2) ?? name
    return /slug/i.test(name) ? 'pro' : exampleId(name === 'id' ? resource : name)
  })

function exampleQuery({ parameters = [] }: OpenApiOperation, document: OpenApiDocument): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams()
  for (const { name, schema } of needed) {
    query.set(name, String(exampleOf(schema, { document, direction: 'request' }, { field: name })))
  }
  return needed.length === 0 ? '' : `?${query}`
}
