/** Circles among imports: each found once, as the files that it goes through. */

/**
 * @param {ReadonlyMap<string, readonly string[]>} imports the files that each file imports
 * @returns {string[][]} one circle for each group of files that reach one another (Tarjan's algorithm)
 */
export function circles(imports) {
  /** @type {Map<string, { index: number, low: number }>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const groups = []
  /** @param {string} file */
  const visit = (file) => {
    const own = { index: seen.size, low: seen.size }
    seen.set(file, own)
    stack.push(file)
    for (const next of imports.get(file) ?? []) {
      const other = seen.get(next)
      if (!other) own.low = Math.min(own.low, visit(next))
      else if (stack.includes(next)) own.low = Math.min(own.low, other.index)
    }
    if (own.low === own.index) groups.push(stack.splice(stack.indexOf(file)))
    return own.low
  }
  for (const file of imports.keys()) if (!seen.has(file)) visit(file)
  return groups.flatMap((group) => circleIn(group, imports))
}

/**
 * The shortest way from a file of the group back to itself; none where a file stands alone.
 * @param {readonly string[]} group
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
function circleIn(group, imports) {
  const [start = ''] = group
  let paths = [[start]]
  const reached = new Set()
  while (paths.length > 0) {
    const longer = paths.flatMap((path) =>
      (imports.get(path.at(-1) ?? '') ?? []).map((next) => [...path, next]),
    )
    const back = longer.find((path) => path.at(-1) === start)
    if (back) return [back]
    paths = longer.filter((path) => {
      const end = path.at(-1) ?? ''
      if (!group.includes(end) || reached.has(end)) return false
      reached.add(end)
      return true
    })
  }
  return []
}
