const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that is safe to send. Only `html` creates it, and `html` escapes every value. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[]

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

function render(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return part === false || part === undefined ? '' : escapeText(String(part))
}

/** Renders a template. Escapes its values unless they are already markup. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(render)))
}

/** Renders a line of prose in which `backticks` mark code, as in the contract's descriptions. */
export const prose = (text: string): HtmlPart =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g

/** Colors the keys, strings and other values of JSON text. */
export function highlightJson(json: string): HtmlPart {
  const parts: HtmlPart[] = []
  let at = 0
  for (const match of json.matchAll(JSON_TOKEN)) {
    const [token, text, colon] = match
    parts.push(json.slice(at, match.index))
    if (text === undefined) parts.push(html`<i class="v">${token}</i>`)
    else if (colon === undefined) parts.push(html`<i class="s">${text}</i>`)
    else parts.push(html`<i class="k">${text}</i>`, colon)
    at = match.index + token.length
  }
  return [...parts, json.slice(at)]
}
