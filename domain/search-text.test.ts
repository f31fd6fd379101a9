import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  domesticNumber,
  isNear,
  nearTerms,
  referenceOf,
  searchTerms,
  searchText,
  searchTextOfNote,
} from './search-text.ts'

test.each([
  [['株式会社さくら', '', 'さくら', '東京都 1-2'], '\n株式会社さくら\nさくら\n東京都12\n'],
  [['さくら株式会社みどり'], '\nさくら株式会社みどり\nさくらみどり\n'],
  [['社会福祉法人', '😀', '社会福祉法人'], '\n社会福祉法人\n'],
  [['(同)凪'], '\n合同会社凪\n凪\n'],
  [['⻘山 𠮷彦', '藪の家'], '\n青山吉彦\n薮の家\n'],
  [['緑が丘', '緑ケ丘', '緑ヶ丘', '緑ガ丘'], '\n緑け丘\n'],
  [['一之宮', '一ノ宮', '一の宮', '一乃宮'], '\n一の宮\n'],
  [['山下町一丁目2番3号', '山下町1-2-3', '山下町1丁目2番地の3'], '\n山下町123\n'],
  [['A-1 b@C.example', 'NPO Sakura'], '\na1bcexample\n特定非営利活動法人sakura\n'],
  [[], '\n\n'],
])('texts %j are looked for in %j', (texts, found) => {
  expect(searchText(texts)).toBe(found)
})

test('a note is its lines; legal forms stay where they stand', () => {
  expect(searchTextOfNote('(株)さくらの原様へ電話\r\n\r\n045-987、折り返し待ち')).toBe(
    '\n株式会社さくらの原様へ電話\n045987折り返し待ち\n',
  )
  expect(searchTextOfNote('…')).toBe('\n\n')
})

test.each([
  [' 株式会社さくら　ﾐﾄﾞﾘ\tさくら  ', [['さくら'], ['みどり']]],
  ['社会福祉法人', [['社会福祉法人']]],
  [' 😀 ・ ', []],
  ['', []],
  // One letter.
  ['森', [['森']]],
  ['社会福祉法人森', [['社会福祉法人森', '\n森\n']]],
  ['(同) 凪', [['合同会社凪', '\n凪\n']]],
  ['凪 合同会社', [['凪合同会社', '\n凪\n']]],
  ['原 誠', [['原誠']]],
  ['原 誠一', [['原'], ['誠一']]],
  // Legal forms beside a name.
  ['株式会社 さくら 山田', [['さくら'], ['山田']]],
  ['山田 さくら 株式会社', [['山田'], ['さくら']]],
  // Titles.
  ['佐藤 花 様', [['佐藤'], ['花']]],
  ['佐藤さん', [['佐藤']]],
  ['原様', [['原']]],
  ['さとうさん', [['さとう']]],
  ['さくら会御中', [['さくら会']]],
  ['サトウ様', [['さとう']]],
  ['おひさま', [['おひさま']]],
  ['鵜殿', [['鵜殿']]],
  ['原田殿', [['原田']]],
  ['ワークサン', [['わくさん']]],
  ['様', [['様']]],
  // Numbers.
  ['+81 45-987-6543', [['0459876543']]],
  ['＋８１（０）４５', [['045']]],
  ['山下町1丁目2番3号', [['山下町123']]],
  ['〒231-0023', [['2310023']]],
])('%j is a search for %j', (search, terms) => {
  expect(searchTerms(search)).toEqual(terms)
})

test.each([
  ['+81 45-987-6543', '045-987-6543'],
  ['＋８１－９０', '090'],
  ['+81 (0)45', '0)45'],
  ['045-987', '045-987'],
  ['81-45', '81-45'],
])('%j is dialled %j', (typed, dialled) => {
  expect(domesticNumber(typed)).toBe(dialled)
})

test.each([
  ['ab12-cd34', 'AB12-CD34'],
  ['ＡＢ１２　ｃｄ３４', 'AB12-CD34'],
  ['ab12cd3', null],
  ['ab12cd345', null],
  ['あab12cd34', null],
  ['ab12cd34あ', null],
  ['あいうえcd34', null],
  ['', null],
])('%j is the receipt number %j', (text, reference) => {
  expect(referenceOf(text)).toBe(reference)
})

test.each([
  // A character wrong, missing, too much; two in the wrong order.
  ['045-987-6553', '045-987-6543', true],
  ['045-987-643', '045-987-6543', true],
  ['045-987-66543', '045-987-6543', true],
  ['045-978-6543', '045-987-6543', true],
  ['045-978-6534', '045-987-6543', false],
  ['髙橋サポーと', '(株)高橋サポート', true],
  ['高僑サポート', '(株)髙橋サポート', true],
  ['山田大郎', '山田 太郎', true],
  // Three characters are near a whole name alone, two are near nothing.
  ['佐藤華', '佐藤 花', true],
  ['佐藤華', '佐藤 花子', false],
  ['佐糖', '佐藤', false],
  ['C-4712', 'C-4711', true],
  ['C-4712', 'C-47110', false],
  ['taro@mimato', 'yamada.taro@minato-care.example.jp', true],
  // The other words are there as they are; no word goes across a line.
  ['髙僑サポート 山田', '髙橋サポート\n山田 太郎', true],
  ['髙僑サポート 山本', '髙橋サポート\n山田 太郎', false],
  ['さくら木みどり', 'さくら\nみどり', false],
])('%j is near %j: %j', (search, text, isOne) => {
  const terms = searchTerms(search)
  const stored = searchText(text.split('\n'))
  expect(isNear(stored, terms)).toBe(isOne)
  // What is near passes the look for pieces before.
  const passes = nearTerms(terms).some((words) =>
    words.every((ways) => ways.some((word) => stored.includes(word))),
  )
  expect(passes || !isOne).toBe(true)
})

test('whatever slip is made in a word, its text is near and has one of its pieces', () => {
  const letters = fc.constantFrom(...'0123456789abcかきく山田橋')
  const word = fc.array(letters, { minLength: 7, maxLength: 14 }).map((all) => all.join(''))
  const slip = fc.record({ at: fc.nat(), kind: fc.nat(3), letter: letters })
  fc.assert(
    fc.property(word, slip, word, (right, { at, kind, letter }, before) => {
      const place = at % right.length
      const [start, end] = [right.slice(0, place), right.slice(place)]
      const typed = [
        start + letter + end.slice(1),
        start + end.slice(1),
        start + letter + end,
        start + end.slice(1, 2) + end.slice(0, 1) + end.slice(2),
      ][kind] as string
      const text = `\n${before}${right}\n`
      expect(isNear(text, [[typed]])).toBe(true)
      const [[pieces = [] as never] = []] = nearTerms([[typed]])
      expect(pieces.some((piece) => text.includes(piece))).toBe(true)
    }),
  )
})
