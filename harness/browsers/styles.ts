/**
 * What a built style sheet loses besides looks in a browser. A declaration or a rule that a browser does not know is left
 * out alone; these take others with them: a selector in a list, an at-rule with a block, nesting, a value of a custom property.
 */
import type { Identifier } from '@mdn/browser-compat-data'
import postcss, { type AtRule } from 'postcss'
import { type Browser, DATA, featuresBelow, lackingIn, type Problem } from './support.ts'

const { selectors, properties, types, 'at-rules': atRules } = DATA.css as Record<string, Identifier>

export function styleProblems(css: string, browsers: readonly Browser[]): Problem[] {
  const problems: Problem[] = []
  const add = (feature: string, found: Identifier | undefined, excerpt: string) => {
    const lacking = lackingIn(browsers, found)
    if (lacking.length > 0) problems.push({ feature, lacking, excerpt: excerpt.slice(0, 200) })
  }
  const sheet = postcss.parse(css)
  sheet.walkRules((rule) => {
    const isNested = rule.parent?.type === 'rule' || rule.selector.includes('&')
    if (isNested) add('nesting', selectors?.nesting, rule.selector)
    if (rule.selectors.length < 2) return
    for (const name of selectorsWithin(rule.selector))
      add(`:${name}`, selectors?.[name], rule.selector)
  })
  sheet.walkAtRules((rule) => {
    add(`@${rule.name}`, atRules?.[rule.name], `@${rule.name} ${rule.params}`)
    if (rule.name !== 'media') return
    for (const feature of mediaFeatures(rule))
      add(`@media ${feature}`, atRules?.media?.[feature], `@media ${rule.params}`)
  })
  sheet.walkDecls(/^--/, ({ prop, value }) => {
    for (const [, name = ''] of value.matchAll(/([a-z][\w-]*)\(/g))
      add(`${name}()`, functionsNamed(name), `${prop}: ${value}`)
  })
  return problems
}

/** Pseudo-classes and elements, but for those in a list that forgives. */
function selectorsWithin(selector: string): string[] {
  const strict = selector.replace(/:(?:is|where)\((?:[^()]|\([^()]*\))*\)/g, '')
  return [...strict.matchAll(/::?([a-z][\w-]*)/g)].map(([, name = '']) => name)
}

function mediaFeatures({ params }: AtRule): string[] {
  const named = [...params.matchAll(/\(\s*([a-z-]+)\s*[:)]/g)].map(([, name = '']) => name)
  return /\([^)]*[<>]/.test(params) ? [...named, 'range_syntax'] : named
}

/** A function that stands somewhere among types and properties. */
function functionsNamed(name: string): Identifier | undefined {
  const found = [types, properties].flatMap((root) =>
    featuresBelow(root).filter(([path]) => path.split('.').at(-1) === name),
  )
  return found[0]?.[1]
}
