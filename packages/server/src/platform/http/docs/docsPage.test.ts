import {
  type Endpoint,
  endpoints,
  errorCodes,
  type OpenApiDocument,
  type OpenApiOperation,
  printOpenApi,
} from '@purser/contract'
import { describe, expect, test } from 'vitest'
import { exampleOf } from './docsExamples.ts'
import { html, prose } from './docsHtml.ts'
import { exampleBody } from './docsOperation.ts'
import { renderDocsPage } from './docsPage.ts'

const byName: Readonly<Record<string, Endpoint>> = endpoints
const info = { version: '1.2.3', serverUrl: 'https://billing.example' }
const document = printOpenApi(
  Object.entries(byName).map(([operation, endpoint]) => ({ operation, module: 'all', endpoint })),
  info,
)
const page = renderDocsPage(document)

const operationsOf = ({ paths }: OpenApiDocument): OpenApiOperation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

const all = (pattern: RegExp, text = page) => [...text.matchAll(pattern)].map(([, found]) => found)

describe('the reference page', () => {
  test('shows every operation, in the contents and in the text', () => {
    for (const operation of Object.keys(byName)) {
      expect(page).toContain(`id="op-${operation}"`)
      expect(page).toContain(`href="#op-${operation}"`)
    }
  })

  test('has unique anchors, and every internal link leads to one', () => {
    const ids = all(/\sid="([^"]*)"/g)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const targets = new Set(all(/\shref="#([^"]*)"/g))
    expect([...targets].filter((target) => !ids.includes(target))).toEqual([])
  })

  test('lists every error code', () => {
    for (const code of errorCodes) expect(page).toContain(`<code>${code}</code>`)
  })

  test('shows how to call each operation', () => {
    const commands = all(/<code>(curl [\s\S]*?)<\/code>/g)
    expect(commands.length).toBe(Object.keys(byName).length + 1)
    expect(page).toContain('x-api-key: $PURSER_API_KEY')
    expect(page).toContain('curl https://billing.example/v1/products')
  })

  test('makes no request to any other server', () => {
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed)\b/)
    expect(page).not.toMatch(/\ssrc=/)
    expect(page).not.toMatch(/@import|url\(/)
    expect(all(/\shref="(?!#)([^"]*)"/g)).toEqual(['/openapi.json'])
  })

  test('has no style or handler in attributes, which its policy would forbid', () => {
    expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
  })

  test('has landmarks, and headings that skip no level', () => {
    for (const landmark of ['<main', '<nav', '<html lang="en"']) expect(page).toContain(landmark)
    const levels = all(/<h([1-6])\b/g).map(Number)
    expect(levels.filter((level) => level === 1)).toEqual([1])
    const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect(skips).toEqual([])
  })

  test('opens and closes its elements in order', () => {
    const body = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
    const open: string[] = []
    for (const [, closing, name = ''] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (['meta', 'br', 'input'].includes(name)) continue
      if (closing === '') open.push(name)
      else expect(open.pop()).toBe(name)
    }
    expect(open).toEqual([])
  })
})

describe('escaping', () => {
  const attack = '<img src=x onerror=alert(1)>"\'`</script><b>`'
  const escapedStart = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;'

  test('turns no text of the document into markup', () => {
    const poison = (value: unknown): unknown => {
      if (typeof value === 'string') return `${value}${attack}`
      if (Array.isArray(value)) return value.map(poison)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, poison(child)]))
    }
    const { paths, components, servers, tags, info: about, openapi } = document
    const schemas = Object.fromEntries(
      Object.entries(components.schemas).map(([name, schema]) => [
        name,
        { ...schema, description: attack, enum: [attack] },
      ]),
    )
    const poisoned = {
      openapi,
      info: poison(about),
      servers: poison(servers),
      tags: [...tags, { name: attack }],
      components: { ...components, schemas },
      paths: Object.fromEntries(
        Object.entries(paths).map(([path, methods]) => [
          `${path}${attack}`,
          Object.fromEntries(
            Object.entries(methods).map(([method, operation]) => [
              method,
              {
                ...operation,
                operationId: `${operation.operationId}${attack}`,
                tags: [attack],
                summary: attack,
                description: attack,
                parameters: [
                  {
                    name: attack,
                    in: 'query',
                    required: true,
                    description: attack,
                    schema: { type: attack, default: attack, enum: [attack], format: attack },
                  },
                ],
              },
            ]),
          ),
        ]),
      ),
    } as OpenApiDocument
    const rendered = renderDocsPage(poisoned)
    expect(rendered).toContain(escapedStart)
    expect(rendered).not.toContain('<img')
    expect(rendered).not.toContain('<b>`')
    expect(all(/<(script)\b/g, rendered)).toHaveLength(1)
    expect(all(/<\/(script)>/g, rendered)).toHaveLength(1)
    const withoutValues = rendered
      .replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')
      .replace(/="[^"]*"/g, '')
    expect(all(/(<[a-z][^<>]*\sonerror=)/g, withoutValues)).toEqual([])
  })

  test('escapes everything in a template except markup', () => {
    expect(html`<p title="${'"'}">${['<', html`<br>`, 1, false, undefined]}</p>`.text).toBe(
      '<p title="&quot;">&lt;<br>1</p>',
    )
    expect(html`${prose('a `<b>` c')}`.text).toBe('a <code>&lt;b&gt;</code> c')
  })
})

describe('an example', () => {
  const withBody = operationsOf(document).filter(({ requestBody }) => requestBody !== undefined)

  test.each(withBody.map((operation) => ({ name: operation.operationId, operation })))(
    'request of $name is accepted by the server',
    ({ name, operation }) => {
      const result = byName[name]?.body?.safeParse(exampleBody(operation, document))
      expect(result?.error?.issues).toBeUndefined()
    },
  )

  test.each(
    operationsOf(document)
      .map((operation) => ({ name: operation.operationId, operation }))
      .filter(({ name }) => byName[name]?.produces === undefined),
  )('response of $name is allowed by the contract', ({ name, operation }) => {
    const answer = operation.responses[200]
    const schema =
      answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined
    const example = exampleOf(schema ?? {}, { document, direction: 'response' })
    expect(byName[name]?.response.safeParse(example).error?.issues).toBeUndefined()
  })
})
