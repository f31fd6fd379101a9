import { describe, expect, test } from 'vitest'
import { attributeOf, tokensOf } from './markup.ts'

/** `<name attributes>`, `</name>`, `<name/ attributes>` and texts in quotes. */
const read = (markup: string) =>
  Array.from(tokensOf(markup), (token) => {
    if (token.kind === 'text') return JSON.stringify(token.text)
    if (token.kind === 'close') return `</${token.name}>`
    return `<${token.name}${token.kind === 'empty' ? '/' : ''}${token.attributes}>`
  })

describe('tags and texts in order', () => {
  test.each([
    ['', []],
    ['a', ['"a"']],
    ['a<b>c</b>d', ['"a"', '<b>', '"c"', '</b>', '"d"']],
    ['<b><c></c></b>', ['<b>', '<c>', '</c>', '</b>']],
    ['<BR/><br />', ['<br//>', '<br/ />']],
    ['<table:Table-Cell a="1">', ['<table-cell a="1">']],
    ['</x:T >', ['</t>']],
    ['a<!-- <b> -->c<!---->d', ['"a"', '"c"', '"d"']],
    ['a<!-- never ends <b>', ['"a"']],
    ['a<![CDATA[<b>&amp;]]>c', ['"a"', '"<b>&amp;"', '"c"']],
    ['<!DOCTYPE html><?xml version="1.0"?>a', ['"a"']],
    ['<!DOCTYPE a "b" c="d>e"><![if !supportLists]>a<![endif]>', ['"a"']],
    ['a!<b>c?<b>', ['"a!"', '<b>', '"c?"', '<b>']],
    ['a < b', ['"a "']],
    ['1 <2> 3', ['"1 "', '" 3"']],
    ['<>a', ['"a"']],
    ['<b title="x > y">a', ['<b title="x > y">', '"a"']],
    ["<b title='x > y'>a", ["<b title='x > y'>", '"a"']],
    [`<b title="it's > x">a`, [`<b title="it's > x">`, '"a"']],
    [`<b a="x">it's</b>`, ['<b a="x">', `"it's"`, '</b>']],
    [`<b it's>a`, [`<b it's>`, '"a"']],
    [`<b it's>a<i>it's>c`, [`<b it's>`, '"a"', '<i>', `"it's>c"`]],
    ['<b a="never ends>c', ['<b a="never ends>', '"c"']],
    ['<b', ['<b>']],
    ['a<style>td>b{}</style>c', ['"a"', '<style>', '</style>', '"c"']],
    ['<SCRIPT>"<b>"</Script >c', ['<script>', '</script>', '"c"']],
    ['<script>never ends <b>', ['<script>']],
    ['<style/>a<b>', ['<style//>', '"a"', '<b>']],
    ['<x:title>a</x:title>', ['<title>']],
  ])('%s', (markup, tokens) => {
    expect(read(markup)).toEqual(tokens)
  })
})

test.each([
  ['&amp;&lt;&gt;&quot;&apos;&nbsp;', `&<>"'\u00a0`.replace('\u00a0', ' ')],
  ['&#20107;&#x696D;&#X696d;', '事業業'],
  ['&amp &#65', '& A'],
  ['&unknown; & &x; &;', '&unknown; & &x; &;'],
  ['&#0;a&#x110000;b&#1114112;', 'ab'],
  ['&#x10ffff;', '\u{10ffff}'],
  ['&amp;lt;', '&lt;'],
])('%s stands for %j', (written, text) => {
  expect([...tokensOf(written)]).toEqual([{ kind: 'text', text }])
  expect([...tokensOf(`<b>${written}`)][1]).toEqual({ kind: 'text', text })
})

test.each([
  [' a="1"', 'a', '1'],
  [` a='1'`, 'a', '1'],
  [' a=1 b=2', 'a', '1'],
  [' b="2"\n A = "1"', 'a', '1'],
  ['a="1"', 'a', '1'],
  [' x:num="3"', 'x:num', '3'],
  [' data-a="1"', 'a', undefined],
  [' a', 'a', undefined],
  [' a=""', 'a', ''],
  [' a="&lt;"', 'a', '<'],
  [' b="a=1"', 'a', undefined],
])('of %j the attribute %s is %j', (attributes, name, value) => {
  expect(attributeOf(attributes, name)).toBe(value)
})
