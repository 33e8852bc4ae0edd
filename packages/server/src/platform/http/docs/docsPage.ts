import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '@purser/contract'
import { componentName, resolveSchema } from './docsExamples.ts'
import { Html, type HtmlPart, html, prose } from './docsHtml.ts'
import { type DocumentedOperation, methodBadge, renderOperation } from './docsOperation.ts'
import { type ProseSection, proseSections } from './docsProse.ts'
import { renderShape, type SchemaView } from './docsSchema.ts'
import { docsScript } from './docsScript.ts'
import { docsStyle } from './docsStyle.ts'

/** A module with at least this many operations is divided by resource in the contents. */
const LONG_MODULE = 12

/**
 * Renders the API reference as one self-contained page without requests, external scripts or fonts.
 */
export function renderDocsPage(document: OpenApiDocument): string {
  const { info, servers } = document
  const sections = proseSections(servers[0]?.url ?? '')
  const modules = modulesOf(document)
  const objects = answeredObjects(document)
  const view: SchemaView = { document, linked: new Set(objects), direction: 'request' }
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} reference</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="#content">${brandOf(info.title)}</a><a class="menu" href="#contents">Contents</a></header>
<nav id="contents" aria-label="Contents">
${renderContents(info, sections, modules, objects)}
</nav>
<main id="content" tabindex="-1">
<section class="intro"><h1>${info.title}</h1><p class="lead">${prose(info.description)}</p>
<dl class="facts"><div><dt>Base URL</dt><dd><code>${servers[0]?.url}</code></dd></div><div><dt>Version</dt><dd>${info.version}</dd></div><div><dt>Format</dt><dd>JSON over HTTP, <a href="/openapi.json">OpenAPI 3.1</a></dd></div></dl></section>
${sections.map(
  ({ id, title, body }) =>
    html`<section class="prose" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>${body}</section>\n`,
)}
${modules.map(
  ({ name, operations }) =>
    html`<section class="module" id="module-${name}" aria-labelledby="module-${name}-title"><h2 id="module-${name}-title"><a class="anchor" href="#module-${name}">${titleOf(name)}</a></h2>
${operations.map((operation) => renderOperation(operation, view))}</section>\n`,
)}
${renderObjects(objects, document)}
</main>
<script>${new Html(docsScript)}</script>
</body>
</html>
`
  return text
}

const brandOf = (title: string): HtmlPart => {
  const [first, ...rest] = title.split(' ')
  return [html`<b>${first}</b>`, ` ${rest.join(' ')}`]
}

// --- contents ---

interface Module {
  name: string
  operations: DocumentedOperation[]
}

function modulesOf(document: OpenApiDocument): Module[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return document.tags.map(({ name }) => ({
    name,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function renderContents(
  info: OpenApiDocument['info'],
  sections: readonly ProseSection[],
  modules: readonly Module[],
  objects: readonly string[],
): Html {
  return html`<p class="brand-row"><a class="brand" href="#content">${brandOf(info.title)}</a> <span class="version">v${info.version}</span><a class="close" href="#content">Close</a></p>
<p class="filter" hidden><label for="filter">Filter operations</label><input id="filter" type="search" placeholder="Filter operations" autocomplete="off" spellcheck="false"></p>
<ul class="guide">${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${modules.map(
  ({ name, operations }) =>
    html`<details class="group"><summary><span>${titleOf(name)}</span> <span class="count">${operations.length}</span></summary>${renderModuleContents(operations)}</details>\n`,
)}<details class="group"><summary><span>Objects</span> <span class="count">${objects.length}</span></summary><ul>${objects.map(
    (name) => html`<li><a href="#object-${name}">${name}</a></li>`,
  )}</ul></details>`
}

function renderModuleContents(operations: readonly DocumentedOperation[]): HtmlPart {
  const list = (entries: readonly DocumentedOperation[]) =>
    html`<ul>${entries.map(
      ({ method, path, operation }) =>
        html`<li data-words="${`${operation.operationId} ${operation.summary} ${path}`.toLowerCase()}"><a href="#op-${operation.operationId}">${methodBadge(method)}<span>${titleOf(operation.operationId)}</span></a></li>`,
    )}</ul>`
  if (operations.length < LONG_MODULE) return list(operations)
  const byResource = Map.groupBy(operations, ({ path }) => path.split('/')[2] ?? '')
  return [...byResource].map(
    ([resource, entries]) => html`<p class="resource">${titleOf(resource)}</p>${list(entries)}`,
  )
}

/** Turns `createCreditPackage` and `credit-packages` into words. */
function titleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
    .replace('topups', 'top-ups')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

// --- objects ---

/**
 * Lists the components that responses consist of, by name. Enumerations are shown where they are
 * used.
 */
function answeredObjects(document: OpenApiDocument): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as JsonSchema
    if (typeof $ref === 'string') {
      const name = componentName($ref)
      const schema = resolveSchema(document, { $ref })
      if (found.has(name) || schema.enum) return
      found.add(name)
      visit(schema)
      return
    }
    for (const child of Object.values(value)) visit(child)
  }
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values<OpenApiOperation>(methods),
  )
  for (const { responses } of operations) {
    const answer = responses[200]
    if (answer && 'content' in answer) visit(answer.content)
  }
  return [...found].toSorted()
}

function renderObjects(objects: readonly string[], document: OpenApiDocument): HtmlPart {
  if (objects.length === 0) return undefined
  const view: SchemaView = { document, linked: new Set(objects), direction: 'response' }
  return html`<section class="module" id="objects" aria-labelledby="objects-title"><h2 id="objects-title"><a class="anchor" href="#objects">Objects</a></h2>
${objects.map(
  (name) =>
    html`<section class="object" id="object-${name}" aria-labelledby="object-${name}-title"><h3 id="object-${name}-title"><a class="anchor" href="#object-${name}">${name}</a></h3>${renderShape(document.components.schemas[name] ?? {}, view)}</section>\n`,
)}</section>`
}
