/** One accent color and two themes. Every color pair has a contrast of at least 4.5 to 1. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: #ffffff;
  --side: #fafaf8;
  --text: #1d2321;
  --soft: #5a6461;
  --line: #e4e6e2;
  --accent: #0b6b5d;
  --tint: #e7f3f0;
  --danger: #b42318;
  --code: #f5f6f3;
  --code-text: #24302d;
  --string: #0b6b5d;
  --value: #9a4a07;
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  --mono: ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101413;
    --side: #141918;
    --text: #e4e9e7;
    --soft: #9aa6a2;
    --line: #262e2c;
    --accent: #5fd0bb;
    --tint: #16302b;
    --danger: #ff9b90;
    --code: #171d1c;
    --code-text: #d5dddb;
    --string: #7fd8c6;
    --value: #e9b27c;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 400 15px/1.6 var(--sans);
  font-variant-numeric: tabular-nums;
}
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
code, pre { font-family: var(--mono); font-size: 0.89em; }
p code, li code, td code, dd code { overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
p { margin: 0 0 0.8rem; }
.skip { position: absolute; left: -999px; top: 0.5rem; padding: 0.5rem 0.9rem; background: var(--accent); color: var(--page); z-index: 9; border-radius: 6px; }
.skip:focus { left: 0.5rem; }
.anchor { color: inherit; text-decoration: none; }
.anchor::after { content: ' #'; color: var(--accent); opacity: 0; font-weight: 400; }
.anchor:hover::after, .anchor:focus-visible::after { opacity: 1; }

/* Contents */
nav { background: var(--side); border-right: 1px solid var(--line); padding: 1.25rem 0.75rem 3rem; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-color: var(--line) transparent; font-size: 13.5px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; align-items: baseline; gap: 0.5rem; padding: 0.22rem 0.6rem; border-radius: 6px; color: var(--text); text-decoration: none; }
nav a:hover { background: color-mix(in srgb, var(--line) 60%, transparent); }
nav a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 550; }
nav .method { width: 2.7rem; flex: none; background: none !important; padding: 0; font-size: 9.5px; text-align: right; }
.brand { color: var(--text); text-decoration: none; font-size: 1rem; letter-spacing: -0.01em; }
.brand b { font-weight: 680; }
.brand-row { display: flex; align-items: baseline; gap: 0.4rem; margin-bottom: 1rem; }
nav .brand { display: inline; }
.version, .count { color: var(--soft); font-size: 12px; }
.close { display: none !important; margin-left: auto; color: var(--accent) !important; }
.filter { margin: 0 0.35rem 1rem; }
.filter label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.filter input { width: 100%; padding: 0.45rem 0.7rem; font: inherit; color: var(--text); background: var(--page); border: 1px solid color-mix(in srgb, var(--soft) 55%, var(--line)); border-radius: 8px; }
.filter input::placeholder { color: var(--soft); opacity: 1; }
.guide { padding-bottom: 0.9rem !important; margin-bottom: 0.9rem !important; border-bottom: 1px solid var(--line); }
.group > summary { display: flex; align-items: center; gap: 0.5rem; padding: 0.32rem 0.6rem; border-radius: 6px; font-weight: 600; cursor: pointer; list-style: none; }
.group > summary::-webkit-details-marker { display: none; }
.group > summary::before { content: ''; width: 6px; height: 6px; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); flex: none; }
.group[open] > summary::before { transform: rotate(45deg) translate(-1px, -1px); }
.group > summary:hover { background: color-mix(in srgb, var(--line) 60%, transparent); }
.group > summary .count { margin-left: auto; font-weight: 400; }
.group[open] { padding-bottom: 0.7rem; }
.resource { margin: 0.65rem 0 0.15rem; padding-left: 0.6rem; color: var(--soft); font-size: 12px; font-weight: 550; }

/* Page */
.top { display: none; }
main { min-width: 0; padding: 3rem clamp(1.25rem, 4vw, 4rem) 6rem; max-width: 84rem; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; height: 100dvh; }
}
.intro { max-width: 46rem; padding-bottom: 1rem; }
h1 { font-size: 2.3rem; font-weight: 680; letter-spacing: -0.028em; }
.lead { font-size: 1.15rem; color: var(--soft); margin: 0.6rem 0 1.6rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin: 0; }
.facts dt { color: var(--soft); font-size: 12.5px; }
.facts dd { margin: 0; }
h2 { font-size: 1.6rem; font-weight: 660; letter-spacing: -0.02em; margin-bottom: 0.9rem; }
.prose { max-width: 46rem; padding-top: 2.75rem; }
.prose > p, .prose > ul { max-width: 42rem; }
.prose ul { padding-left: 1.15rem; }
.prose li { margin-bottom: 0.35rem; }
.module { margin-top: 4.5rem; border-top: 1px solid var(--line); padding-top: 2.75rem; }
.operation { padding: 2.5rem 0; border-bottom: 1px solid var(--line); }
.module > h2 + .operation { padding-top: 1rem; }
.operation:last-child { border-bottom: 0; }
h3 { font-size: 1.16rem; font-weight: 640; letter-spacing: -0.012em; }
.endpoint { display: flex; align-items: baseline; flex-wrap: wrap; gap: 0.3rem 0.6rem; margin: 0.5rem 0 0; }
.endpoint code { font-size: 0.9rem; }
.param { color: var(--accent); }
.method { font: 650 11px/1.5 var(--mono); letter-spacing: 0.02em; padding: 0.08rem 0.42rem; border-radius: 5px; color: var(--accent); background: var(--tint); }
.method.get { color: var(--soft); background: var(--code); }
.method.delete { color: var(--danger); background: color-mix(in srgb, var(--danger) 10%, var(--page)); }
.columns { display: grid; gap: 1.75rem 2.75rem; margin-top: 1.1rem; }
.text { min-width: 0; max-width: 46rem; }
.wire { min-width: 0; max-width: 46rem; }
@media (min-width: 75rem) {
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); align-items: start; }
  .wire { position: sticky; top: 1.5rem; }
}
.callers { color: var(--soft); }
h4 { margin: 1.6rem 0 0.5rem; font-size: 0.87rem; font-weight: 640; }
h4 .type { font-weight: 400; }
.hint { margin-bottom: 0.4rem; }
.hint, .constraints { color: var(--soft); font-size: 13px; }
.constraints code { font-size: 0.95em; color: var(--text); }
.hint a { color: inherit; }

/* Fields */
.fields { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.fields > li { padding: 0.62rem 0; border-bottom: 1px solid var(--line); }
.fields p { margin: 0.1rem 0 0; font-size: 14px; }
.fields .constraints { font-size: 12.5px; }
.field { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 0.55rem; margin: 0 !important; }
.name { font-weight: 620; font-size: 0.88rem; overflow-wrap: anywhere; }
.type { color: var(--soft); font-size: 13px; }
.required { color: var(--accent); font-size: 12px; font-weight: 550; }
.fields details, .variants details { margin-top: 0.5rem; border: 1px solid var(--line); border-radius: 8px; }
.fields details > summary, .variants details > summary { padding: 0.35rem 0.75rem; font-size: 13px; color: var(--soft); cursor: pointer; border-radius: 8px; }
.fields details[open] > summary, .variants details[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
details > .fields { padding: 0 0.85rem; border-top: 0; }
details > .fields > li:last-child { border-bottom: 0; }
details > .variants { padding: 0.6rem 0.85rem 0.85rem; }
.variants > .hint { margin: 0; }

/* Tables */
.scroll { overflow-x: auto; margin: 0.4rem 0 1rem; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-weight: 550; color: var(--soft); font-size: 12.5px; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
td code { overflow-wrap: normal; white-space: nowrap; }
.errors { font-size: 13.5px; }
@media (max-width: 40rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  td { display: inline; padding: 0 0.6rem 0 0; border: 0; }
  td:last-child { display: block; padding-top: 0.15rem; }
}

/* Code */
pre { margin: 0; padding: 0.9rem 1rem; background: var(--code); color: var(--code-text); border-radius: 10px; overflow: auto; line-height: 1.55; font-size: 12.75px; tab-size: 2; scrollbar-width: thin; }
pre code { font-size: inherit; }
.prose pre { margin: 0 0 1rem; }
.frame { position: relative; }
.example { margin: 0 0 1rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; position: relative; }
.example figcaption { padding: 0.4rem 1rem; font-size: 12.5px; font-weight: 550; color: var(--soft); border-bottom: 1px solid var(--line); }
.example pre { max-height: 27rem; border-radius: 0; }
.example .frame { position: static; }
.example .copy { top: 0.3rem; opacity: 1; border-color: transparent; }
.example .copy:hover { border-color: var(--line); }
pre i { font-style: normal; }
.s { color: var(--string); }
.v { color: var(--value); }
.copy { position: absolute; top: 0.5rem; right: 0.5rem; padding: 0.15rem 0.55rem; font: 500 12px/1.5 var(--sans); color: var(--soft); background: var(--page); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; opacity: 0; }
.frame:hover .copy, .copy:focus-visible { opacity: 1; }
.copy:hover { color: var(--text); }
@media (hover: none) { .copy { opacity: 1; } }

/* Objects */
.object { max-width: 46rem; padding: 1.75rem 0; }
.object h3 { font-family: var(--mono); font-size: 1rem; margin-bottom: 0.8rem; }

/* Phone: the contents open over the page as the target of their link, so no script is needed. */
@media (max-width: 59.99rem) {
  html { scroll-padding-top: 4.5rem; }
  .top { display: flex; justify-content: space-between; align-items: center; position: sticky; top: 0; z-index: 2; padding: 0.7rem 1.25rem; background: color-mix(in srgb, var(--page) 92%, transparent); backdrop-filter: blur(8px); border-bottom: 1px solid var(--line); }
  .menu { padding: 0.3rem 0; font-size: 14px; }
  nav { display: none; position: fixed; inset: 0; z-index: 3; border: 0; font-size: 15px; }
  nav:target { display: block; }
  nav a, .group > summary { padding-block: 0.42rem; }
  .close { display: inline !important; }
  main { padding-top: 2rem; }
  h1 { font-size: 1.9rem; }
  h2 { font-size: 1.4rem; }
  .module { margin-top: 3rem; padding-top: 2rem; }
}
@media print {
  nav, .top, .copy { display: none !important; }
  body { display: block; }
  .example pre { max-height: none; }
}
`
