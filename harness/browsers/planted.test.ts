/** A violation of each kind is found; what is asked for, or lost alone, is none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BROWSERS, BUILD_TARGETS } from '../../bin/browsers.js'
import { ROOT } from '../../bin/run.js'
import { markupProblems } from './markup.ts'
import { lackingSyntax, scriptProblems } from './scripts.ts'
import { styleProblems } from './styles.ts'
import { type Browser, DATA, lackingIn, type Problem } from './support.ts'
import { NOT_SHOWN, SYNTAX, SYNTAX_ROOTS } from './syntax.ts'

const said = (problems: readonly Problem[]) =>
  problems.map(({ feature, lacking }) => `${feature}: ${lacking.join(', ')}`)
const ofScript = (code: string, browsers: readonly Browser[] = BROWSERS) =>
  said(scriptProblems(code, browsers))

test('the browsers that are promised are those that the build is made for and README names', () => {
  const named = BROWSERS.map(({ name, from }) => `${name} ${from}`).join(', ')
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`${named}, and newer`)
  expect(BUILD_TARGETS).toEqual(['chrome109', 'edge109', 'safari15.4', 'firefox115'])
})

describe('a script', () => {
  test.each([
    ['syntax', 'class A { static { a() } }', 'classes.static.initialization_blocks: Safari 15.4'],
    [
      'an import with attributes',
      'import a from "a" with { type: "json" }',
      'statements.import.import_attributes: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    [
      'their former form',
      'import a from "a" assert { type: "json" }',
      'statements.import.import_attributes: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    [
      'a regular expression',
      '/(?<=a)b/.test(c)',
      'regular_expressions.lookbehind_assertion: Safari 15.4',
    ],
    [
      'a text that becomes one',
      'RegExp(`(?<!a)b`, `g`)',
      'regular_expressions.lookbehind_assertion: Safari 15.4',
    ],
    [
      'a flag',
      '/a/v.test(b)',
      'builtins.RegExp.unicodeSets: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    ['a method', 'rows.toSorted()', 'toSorted: Chrome 109, Edge 109, Safari 15.4'],
    [
      'a method that is called sometimes',
      'rows?.with(1, 2)',
      'with: Chrome 109, Edge 109, Safari 15.4',
    ],
    [
      'a static method',
      'Object.groupBy(a, b)',
      'Object.groupBy: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    ['a static method of the Web', 'AbortSignal.timeout(1)', 'AbortSignal.timeout: Safari 15.4'],
    ['a class', 'new Intl.Segmenter()', 'Intl.Segmenter: Firefox 115'],
    ['a method under another name', 'document.exitFullscreen()', 'exitFullscreen: Safari 15.4'],
    ['a global name', 'requestIdleCallback(a)', 'requestIdleCallback: Safari 15.4'],
    ['a property that is assigned', 'place.ariaLabel = a', 'ariaLabel: Firefox 115'],
    [
      'a property that is looked into',
      'navigator.userActivation.isActive',
      'userActivation: Safari 15.4, Firefox 115',
    ],
    [
      'an event',
      'a.addEventListener("scrollend", b)',
      'scrollend event: Chrome 109, Edge 109, Safari 15.4',
    ],
    [
      'an attribute that React sets',
      '(0, a.jsx)("p", { popover: "" })',
      '<p popover>: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    [
      'an element that React makes',
      '(0, a.jsx)(`search`, {})',
      '<search>: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
  ])('with %s', (_, code, problem) => {
    expect(ofScript(code)).toContain(problem)
  })

  test.each([
    [
      'a name that is asked for',
      'typeof requestIdleCallback == "function" && requestIdleCallback(a)',
    ],
    ['one asked for by in', '"requestIdleCallback" in window && requestIdleCallback(a)'],
    ['a property that is only read', 'a = performance.activationStart'],
    ['a method that may be missing', 'a.toSorted?.()'],
    ['a name of its own', 'function f(navigation) { return navigation.x }'],
    ['a method that another interface has', 'a.at(-1)'],
    ['what all have', 'for (const [a] of Object.entries(b)) structuredClone(a ?? c?.d)'],
  ])('may have %s', (_, code) => {
    expect(ofScript(code)).toEqual([])
  })

  test('with a kind of worker', () => {
    const code = 'new Worker(a, { type: "module" })'
    const older = [{ name: 'Firefox', from: '113', ids: ['firefox'] }]
    expect(ofScript(code, older)).toEqual(['Worker, a module: Firefox 113'])
    expect(ofScript(code)).toEqual([])
  })

  test('with what stands behind a flag', () => {
    expect(lackingIn(BROWSERS, DATA.api.AudioTrack?.enabled)).toContain('Chrome 109')
  })

  test('that cannot be parsed', () => {
    expect(() => ofScript('let a = (')).toThrow(SyntaxError)
  })

  test('all syntax that is lacking is recognised', () => {
    const lacking = lackingSyntax(BROWSERS, SYNTAX_ROOTS)
    expect(lacking.length).toBeGreaterThan(10)
    expect(lacking.filter((path) => !SYNTAX[path] && !NOT_SHOWN.includes(path))).toEqual([])
  })
})

describe('a style sheet', () => {
  const ofSheet = (css: string) => said(styleProblems(css, BROWSERS))

  test.each([
    ['a selector that takes others with it', 'a:has(b), c { top: 0 }', ':has: Firefox 115'],
    [
      'nesting',
      'a { &:hover { top: 0 } }',
      'nesting: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
    ],
    ['an at-rule', '@container (width > 1px) { a { top: 0 } }', '@container: Safari 15.4'],
    [
      'a range in a media query',
      '@media (width >= 1px) { a { top: 0 } }',
      '@media range_syntax: Safari 15.4',
    ],
    [
      'a media feature',
      '@media (scripting: none) { a { top: 0 } }',
      '@media scripting: Chrome 109, Edge 109, Safari 15.4',
    ],
    [
      'a value that others are made of',
      ':root { --a: color-mix(in srgb, red, blue) }',
      'color-mix(): Chrome 109, Edge 109, Safari 15.4',
    ],
  ])('with %s', (_, css, problem) => {
    expect(ofSheet(css)).toContain(problem)
  })

  test.each([
    ['a selector that is lost alone', 'a:has(b) { top: 0 }'],
    ['one in a list that forgives', ':is(a:has(b), c) d, e { top: 0 }'],
    ['a declaration that is lost alone', 'a { text-wrap: balance; height: 100dvh }'],
    ['layers', '@layer a { b { top: 0 } }'],
    ['steps of an animation', '@keyframes a { from, to { top: 0 } }'],
  ])('may have %s', (_, css) => {
    expect(ofSheet(css)).toEqual([])
  })
})

test.each([
  [
    'an attribute',
    '<a popover="">b</a>',
    '<a popover>: Chrome 109, Edge 109, Safari 15.4, Firefox 115',
  ],
  ['an element', '<search>b</search>', '<search>: Chrome 109, Edge 109, Safari 15.4, Firefox 115'],
  ['a value', '<link rel="modulepreload" href="/a">', '<link rel="modulepreload">: Safari 15.4'],
])('a document with %s', (_, html, problem) => {
  expect(said(markupProblems(html, BROWSERS))).toContain(problem)
})
