/** `node bin/boundaries.js`: holds every import, types included, to the zones of zones.js, and finds circles. */
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { circles } from './circles.js'
import { importsOf, sourceFiles } from './imports.js'
import { ROOT } from './run.js'
import { LIMITED_PACKAGES, TESTS, ZONES } from './zones.js'

const TEST = /\.test\.tsx?$/

/**
 * @param {string} root
 * @returns {string[]} a sentence for each violation
 */
export function violations(root) {
  const files = sourceFiles(root)
  const importsByFile = new Map(files.map((file) => [file, importsOf(root, file)]))
  const forbidden = [...importsByFile].flatMap(([file, imports]) =>
    imports.flatMap(({ line, target, isType }) => {
      const fault = faultOf(file, target, isType)
      return fault ? [`${file}:${line} ${fault}`] : []
    }),
  )
  const targets = [...importsByFile].map(
    ([file, imports]) => /** @type {const} */ ([file, imports.map(({ target }) => target)]),
  )
  return [
    ...files.filter((file) => !zoneOf(file)).map((file) => `${file} is in no zone of bin/zones.js`),
    ...forbidden,
    ...circles(new Map(targets)).map((circle) => `circle of imports: ${circle.join(' → ')}`),
  ]
}

/**
 * @param {string} file
 * @param {string} target
 * @param {boolean} isType
 */
function faultOf(file, target, isType) {
  const name = zoneOf(file)
  const zone = name && ZONES[name]
  if (!zone) return undefined
  const isTest = TEST.test(file)
  if (LIMITED_PACKAGES.includes(target)) {
    const packages = [...(zone.packages ?? []), ...(isTest ? TESTS.packages : [])]
    return packages.includes(target) ? undefined : `imports ${target}: the zone ${name} may not`
  }
  const other = zoneOf(target)
  if (!other) return name === 'domain' && !isTest ? `imports ${target}: domain is pure` : undefined
  if (other === name || zone.sees.includes(other)) return undefined
  if (isType && zone.typesOf?.includes(other)) return undefined
  if (isTest && (TESTS.sees.includes(other) || rootOf(file) === rootOf(target))) return undefined
  return `imports ${target}: the zone ${name} may not import the zone ${other}`
}

/**
 * @param {string} path
 * @returns {string | undefined} the name of the zone, undefined for packages
 */
function zoneOf(path) {
  let found
  let length = 0
  for (const [name, { at }] of Object.entries(ZONES))
    for (const place of at)
      if (
        place.length > length &&
        (place.endsWith('/') ? path.startsWith(place) : path === place)
      ) {
        found = name
        length = place.length
      }
  return found
}

/** @param {string} path */
function rootOf(path) {
  return path.split('/', 1)[0]
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(ROOT)
  for (const violation of found) console.error(violation)
  if (found.length > 0) process.exitCode = 1
}
