import { type Html, html } from '../../../../../platform/http/docs/docsHtml.ts'

export const SANDBOX_MARK = html`<p class="mark">Sandbox: no real money</p>`

/** The view and color scheme of a page. */
export interface PageLook {
  readonly view: 'hosted' | 'frame'
  /** `auto` follows the customer's system. */
  readonly scheme: 'auto' | 'light' | 'dark'
}

/**
 * Renders the document around a page. Its addresses are relative, so a path prefix does not matter.
 */
export function renderPage(page: {
  look: PageLook
  title: string
  script: 'form' | 'challenge'
  body: Html
}): string {
  const { text } = html`<!doctype html>
<html lang="en" data-view="${page.look.view}" data-scheme="${page.look.scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} (sandbox)</title>
<link rel="stylesheet" href="assets/pages.css">
<script type="module" src="assets/pages/browser/${page.script}.js"></script>
</head>
<body>
<main>
<div class="panel" id="panel">
<noscript><p class="alert">This form needs JavaScript, which keeps the card number in your browser.</p></noscript>
${page.body}
</div>
<p class="foot">Test payments by Purser. Card numbers never leave this page.</p>
</main>
</body>
</html>
`
  return text
}
