interface Group {
  agents: string[]
  rules: { allows: boolean; pattern: string }[]
}

/**
 * Returns true if a robots.txt allows a program to read a path with its query, according to RFC
 * 9309. The groups that name the program apply. If there are none, the groups for all programs
 * apply. The longest matching rule wins, and in a tie the rule that allows.
 */
export function robotsAllow(robots: string, agent: string, path: string): boolean {
  const groups = readGroups(robots)
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const meant = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  let best = { allows: true, length: -1 }
  for (const { allows, pattern } of meant.flatMap(({ rules }) => rules)) {
    const { length } = pattern
    if (length < best.length || (length === best.length && best.allows)) continue
    if (matches(pattern, path)) best = { allows, length }
  }
  return best.allows
}

function readGroups(robots: string): Group[] {
  const groups: Group[] = []
  let takesAgents = false
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const name = field.toLowerCase()
    if (name === 'user-agent') {
      if (!takesAgents) groups.push({ agents: [], rules: [] })
      takesAgents = true
      // "Purser/1.0" is also our name.
      groups.at(-1)?.agents.push(value.trim().toLowerCase().split('/')[0] ?? '')
    } else if (name === 'allow' || name === 'disallow') {
      takesAgents = false
      const pattern = value.trim()
      if (pattern !== '') groups.at(-1)?.rules.push({ allows: name === 'allow', pattern })
    }
  }
  return groups
}

/**
 * Matches a pattern in which `*` is any text and a final `$` is the end. Searches for each part
 * once, from the left.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  if (isWhole && parts.length === 0) return path === first
  const last = isWhole ? (parts.pop() ?? '') : ''
  let at = first.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
