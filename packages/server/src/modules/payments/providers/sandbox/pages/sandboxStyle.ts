const dark = `
  --page: #0c100f;
  --panel: #151a19;
  --text: #e6ebe9;
  --soft: #a0aca8;
  --line: #2a3230;
  --edge: #6b7773;
  --accent: #5fd0bb;
  --accent-hover: #7fdccb;
  --on-accent: #06231e;
  --tint: #16302b;
  --danger: #ff9b90;
  --danger-tint: #331a18;
  --caution: #f2c777;
  --caution-tint: #33280f;
  --shadow: 0 0 0 1px var(--line);
`

/** The colors of the API reference, plus a warning color for the sandbox label. */
export const sandboxStyle = `
:root {
  color-scheme: light dark;
  --page: #f4f5f2;
  --panel: #ffffff;
  --text: #1d2321;
  --soft: #5a6461;
  --line: #e1e4df;
  --edge: #8a9490;
  --accent: #0b6b5d;
  --accent-hover: #095a4e;
  --on-accent: #ffffff;
  --tint: #e7f3f0;
  --danger: #b42318;
  --danger-tint: #fdf0ee;
  --caution: #7a4b00;
  --caution-tint: #fdf3df;
  --shadow: 0 1px 2px rgb(20 30 26 / 6%), 0 12px 32px -12px rgb(20 30 26 / 18%);
  --sans: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-scheme='light']) {${dark}}
}
:root[data-scheme='light'] { color-scheme: light; }
:root[data-scheme='dark'] { color-scheme: dark;${dark}}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--text); background: var(--page); font: 400 16px/1.5 var(--sans); font-variant-numeric: tabular-nums; }
h1, h2, p, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
ul { list-style: none; }
button, input { font: inherit; color: inherit; font-variant-numeric: inherit; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
h1:focus, h2:focus { outline: none; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

/* Page */
main { max-width: 27.5rem; margin: 0 auto; padding: clamp(1rem, 6vh, 4.5rem) 1rem 2.5rem; }
.panel { background: var(--panel); border-radius: 18px; box-shadow: var(--shadow); padding: 1.75rem; }
.mark { display: inline-flex; align-items: center; gap: 0.5rem; padding: 0.2rem 0.7rem 0.2rem 0.6rem; border-radius: 99px; background: var(--caution-tint); color: var(--caution); font-size: 13px; font-weight: 600; }
.mark::before { content: ''; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
.foot { margin-top: 1.1rem; text-wrap: balance; text-align: center; font-size: 13px; color: var(--soft); }
html[data-view='frame'] body { background: transparent; }
html[data-view='frame'] main { max-width: none; padding: 0; }
html[data-view='frame'] .panel { padding: 1rem; border-radius: 12px; box-shadow: none; border: 1px solid var(--line); }
html[data-view='frame'] .foot, html[data-view='frame'] .summary .merchant { display: none; }
@media (max-width: 30rem) {
  html:not([data-view='frame']) body { background: var(--panel); }
  html:not([data-view='frame']) .panel { padding: 0.25rem; box-shadow: none; }
}

/* Merchant and amount */
.summary { margin: 1.15rem 0 1.5rem; }
.merchant { display: flex; align-items: center; gap: 0.6rem; color: var(--soft); font-size: 15px; font-weight: 550; overflow-wrap: anywhere; }
.monogram { flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 9px; background: var(--tint); color: var(--accent); font-weight: 680; }
h1 { margin-top: 0.6rem; font-size: 2.1rem; line-height: 1.15; font-weight: 680; letter-spacing: -0.025em; overflow-wrap: anywhere; }
html[data-view='frame'] .summary { margin: 0.75rem 0 1rem; }
html[data-view='frame'] h1 { font-size: 1.3rem; }
html[data-view='frame'] .summary h1 { margin-top: 0; }
.description { margin-top: 0.35rem; color: var(--soft); font-size: 15px; overflow-wrap: anywhere; }

/* Fields */
.field { margin-bottom: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.85rem; align-items: start; }
label { display: block; margin-bottom: 0.35rem; font-size: 14px; font-weight: 550; }
.box { position: relative; }
input { width: 100%; height: 3rem; padding: 0 0.9rem; background: var(--panel); border: 1px solid var(--edge); border-radius: 10px; font-size: 17px; letter-spacing: 0.01em; transition: border-color 120ms, box-shadow 120ms; }
input::placeholder { color: var(--soft); opacity: 0.75; }
input:focus { outline: none; border-color: var(--accent); box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 28%, transparent); }
input[aria-invalid='true'] { border-color: var(--danger); }
input[aria-invalid='true']:focus { box-shadow: 0 0 0 3px color-mix(in srgb, var(--danger) 24%, transparent); }
input:disabled { opacity: 0.6; }
#number { padding-right: 8.6rem; }
.brand { position: absolute; inset: 0 0.8rem 0 auto; display: flex; align-items: center; gap: 0.5rem; color: var(--soft); pointer-events: none; }
.brand-name { max-width: 5rem; font-size: 12.5px; line-height: 1.15; text-align: right; }
.icon { display: block; width: 33px; height: 22px; flex: none; }
/* On narrow screens the number needs the space, so only screen readers get the brand's name. */
@media (max-width: 24rem) {
  #number { padding-right: 3.6rem; }
  .brand-name { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
}
.problem { display: flex; gap: 0.4rem; margin-top: 0.4rem; color: var(--danger); font-size: 14px; line-height: 1.4; }
.problem::before { content: '!'; flex: none; display: grid; place-items: center; width: 1rem; height: 1rem; margin-top: 0.12rem; border-radius: 50%; background: var(--danger); color: var(--panel); font-size: 11px; font-weight: 700; }
.alert { margin-bottom: 1.1rem; padding: 0.75rem 0.9rem; border-radius: 10px; background: var(--danger-tint); color: var(--danger); font-size: 15px; }
.alert:empty { display: none; }

/* Buttons */
.primary, .secondary { display: flex; align-items: center; justify-content: center; gap: 0.6rem; width: 100%; min-height: 3rem; padding: 0.55rem 1rem; border-radius: 10px; font-weight: 620; cursor: pointer; text-decoration: none; transition: background 120ms; }
.primary { border: 0; background: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
.secondary { border: 1px solid var(--edge); background: transparent; color: var(--text); }
.secondary:hover { background: color-mix(in srgb, var(--line) 45%, transparent); }
button:disabled { cursor: default; opacity: 0.75; }
.stack { display: grid; gap: 0.65rem; }
.link { display: block; width: 100%; padding: 0.5rem; border: 0; background: none; color: var(--soft); text-align: center; text-decoration: underline; text-underline-offset: 3px; cursor: pointer; }
.link:hover { color: var(--text); }
[aria-busy='true']::before, .spinner { content: ''; display: block; width: 1.1rem; height: 1.1rem; border: 2px solid currentColor; border-right-color: transparent; border-radius: 50%; animation: turn 0.8s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }

/* Test cards */
.test-cards { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 0.6rem; }
summary { display: flex; align-items: center; gap: 0.55rem; padding: 0.5rem 0; font-size: 14px; font-weight: 550; color: var(--soft); cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ''; width: 7px; height: 7px; margin: 0 2px; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
[open] > summary::before { transform: rotate(45deg); }
.test-cards ul { margin: 0 -0.6rem; }
.test-cards p { font-size: 14px; color: var(--soft); margin-bottom: 0.5rem; }
.test-card { display: grid; grid-template-columns: 10.75rem 1fr; align-items: baseline; gap: 0 0.75rem; width: 100%; padding: 0.45rem 0.6rem; border: 0; border-radius: 8px; background: none; text-align: left; font-size: 14px; line-height: 1.35; cursor: pointer; }
.test-card:hover { background: var(--tint); }
.test-card .says { color: var(--soft); }
.test-card .digits { white-space: nowrap; }

/* Screens without fields */
.screen { padding: 0.5rem 0 0.25rem; text-align: center; }
.summary[hidden] ~ .screen { padding-top: 1.75rem; }
.screen h2 { font-size: 1.3rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
.screen p { margin: 0.5rem auto 0; max-width: 21rem; color: var(--soft); font-size: 15px; overflow-wrap: anywhere; }
.screen .primary, .screen .secondary { margin-top: 1.5rem; }
.sign { display: grid; place-items: center; width: 3.25rem; height: 3.25rem; margin: 0 auto 1rem; border-radius: 50%; background: var(--tint); color: var(--accent); }
.sign.bad { background: var(--danger-tint); color: var(--danger); }
.sign svg { width: 1.6rem; height: 1.6rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.spinner { width: 1.75rem; height: 1.75rem; margin: 2.5rem auto 1rem; color: var(--accent); }

/* The challenge */
.facts { margin: 1.25rem 0 1.5rem; border-top: 1px solid var(--line); }
.facts div { display: flex; justify-content: space-between; gap: 1rem; padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
.facts dt { flex: none; color: var(--soft); }
.facts dd { text-align: right; font-weight: 550; overflow-wrap: anywhere; }
.bank-name { margin-top: 1.15rem; display: flex; align-items: center; gap: 0.5rem; font-weight: 640; }
.bank-name svg { width: 1.35rem; height: 1.35rem; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.challenge h1 { margin-top: 0.75rem; font-size: 1.5rem; }
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation-duration: 3s !important; transition: none !important; }
}
@media (forced-colors: active) {
  input:focus { outline: 2px solid; }
}
`
