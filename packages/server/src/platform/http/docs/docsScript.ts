/**
 * Adds a filter, copy buttons and the current position in the contents. The page works without it.
 */
export const docsScript = `
'use strict'
const contents = document.getElementById('contents')
const groups = [...contents.querySelectorAll('details.group')]
const filter = document.getElementById('filter')
filter.closest('p').hidden = false
const opened = new Set()
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const group of groups) {
    let shown = 0
    for (const item of group.querySelectorAll('li')) {
      const text = item.dataset.words ?? item.textContent.toLowerCase()
      item.hidden = !words.every((word) => text.includes(word))
      if (!item.hidden) shown += 1
    }
    for (const resource of group.querySelectorAll('.resource')) {
      resource.hidden = !resource.nextElementSibling.querySelector('li:not([hidden])')
    }
    group.hidden = shown === 0
    group.open = words.length > 0 ? shown > 0 : opened.has(group)
  }
})

for (const pre of document.querySelectorAll('main pre')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
  const frame = document.createElement('div')
  frame.className = 'frame'
  pre.replaceWith(frame)
  frame.append(pre, button)
}

const links = new Map([...contents.querySelectorAll('li a')].map((link) => [link.hash.slice(1), link]))
let current
const mark = (link) => {
  if (!link || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'location')
  current = link
  const group = link.closest('details.group')
  if (filter.value === '') {
    for (const other of groups) other.open = other === group || opened.has(other)
  }
  const { top, bottom } = link.getBoundingClientRect()
  if (top < 80 || bottom > innerHeight - 40) contents.scrollTop += top - innerHeight / 2
}
for (const group of groups) {
  group.querySelector('summary').addEventListener('click', () => {
    if (group.open) opened.delete(group)
    else opened.add(group)
  })
}
const watched = [...document.querySelectorAll('main section[id]')].filter(({ id }) => links.has(id))
const visible = new Set()
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target)
    else visible.delete(target)
  }
  const first = watched.find((section) => visible.has(section))
  if (first) mark(links.get(first.id))
}, { rootMargin: '-10% 0px -70% 0px' })
for (const section of watched) observer.observe(section)
`
