import { BOUND } from '../thresholds.ts'
/** A number or a short string in a script, with its path of keys. */
export interface ScriptLeaf {
  /** From the outermost to the innermost key, in lower case. */
  path: string[]
  value: string
  isText: boolean
  /** The ids of the objects around it, the innermost last. */
  scopes: number[]
}

const TOKEN = new RegExp(
  [
    String.raw`([A-Za-z_$][\w$-]*)\s*:(?!:)`,
    `(["'\`])((?:[^"'\`\\\\\\n]|\\\\.){0,${BOUND.scriptString}})\\2(\\s*:)?`,
    String.raw`([{}[\]])`,
    String.raw`(?<![\w.])(\d{1,7}(?:\.\d{1,4})?)(?![\w.])`,
  ].join('|'),
  'g',
)

/** Reads the object literals of a script, JavaScript or JSON, and ignores the code around them. */
export function readScriptData(script: string): ScriptLeaf[] {
  // JSON inside a string has escaped quotes. Without the backslashes it parses like other JSON.
  const text = script.slice(0, BOUND.script).replaceAll('\\"', "'")
  const leaves: ScriptLeaf[] = []
  const keys: string[] = []
  const scopes: number[] = []
  let key = ''
  let scope = 0
  for (const [, name, , quoted, colon, bracket, number] of text.matchAll(TOKEN)) {
    if (name !== undefined) key = name
    else if (quoted !== undefined && colon !== undefined) key = quoted
    else if (bracket === '{' || bracket === '[') {
      if (scopes.length < BOUND.scriptDepth) {
        keys.push(key)
        scopes.push(++scope)
      }
      key = ''
    } else if (bracket) {
      keys.pop()
      scopes.pop()
      key = ''
    } else if (quoted !== undefined || number !== undefined) {
      if (key && scopes.length > 0) {
        const path = [...keys, key].filter(Boolean).map((each) => each.toLowerCase())
        leaves.push({
          path,
          value: quoted ?? number ?? '',
          isText: number === undefined,
          scopes: [...scopes],
        })
        if (leaves.length >= BOUND.scriptLeaves) break
      }
      key = ''
    }
  }
  return leaves
}
