import { describe, expect, test } from 'vitest'
import { priceListAt } from '#domain/prices.ts'
import { sheetOfPlainText } from './plain-text.ts'

const list = priceListAt('contract', 0)
const gridOf = (...lines: string[]) => sheetOfPlainText(list, lines.join('\n'))?.grid
const HEADINGS = ['事業所名', '事業所番号', 'サービス種類']
const [SAKURA, KAEDE] = ['1310000018', '1310000026']

describe('a table drawn with bars', () => {
  test('of Markdown, with and without bars at the ends, its rules left out', () => {
    expect(
      gridOf(
        '| 名称 | 番号 |',
        '|:-----|-----:|',
        `| さくら<br>作業所 | ${SAKURA} |`,
        `  | かえで<BR />第二 | ${KAEDE}`,
      ),
    ).toEqual([
      ['名称', '番号'],
      ['さくら\n作業所', SAKURA],
      ['かえで\n第二', KAEDE],
    ])
    expect(gridOf('名称 ｜ 番号 ｜ 種類', `さくら│${SAKURA}┃生活介護`)).toEqual([
      ['名称', '番号', '種類'],
      ['さくら', SAKURA, '生活介護'],
    ])
  })

  test('with frames of lines, and blank cells at their places', () => {
    expect(gridOf('┌──┬──┐', '│名称│番号│', '├──┼──┤', `│　│${SAKURA}│`, '└──┴──┘')).toEqual([
      ['名称', '番号'],
      ['', SAKURA],
    ])
  })

  test('may have a line that lacks something, and more than one break in a cell', () => {
    expect(gridOf('|名称|番号|', `|さくら<br>東<br>西|${SAKURA}|`, '|かえで', 'みどり')).toEqual([
      ['名称', '番号'],
      ['さくら\n東\n西', SAKURA],
      ['かえで'],
      ['みどり'],
    ])
    expect(gridOf('名称|番号|種別', `さくら|${SAKURA}|`)).toEqual([
      ['名称', '番号', '種別'],
      ['さくら', SAKURA, ''],
    ])
  })

  test('is none where one line alone has bars', () => {
    expect(gridOf('| a | b |', 'c')).toBeUndefined()
    expect(gridOf('a | b', 'c | d')).toBeUndefined()
  })
})

describe('labels line by line', () => {
  test('an entry for each time that the first label comes again, in any marks', () => {
    expect(
      gridOf(
        '・事業所名：さくら作業所 ',
        `　事業所番号: ${SAKURA}`,
        '電話：03-1234-5678',
        '■ 事業所名： かえで',
        'サービス種類：居宅介護',
      ),
    ).toEqual([HEADINGS, ['さくら作業所', SAKURA, ''], ['かえで', '', '居宅介護']])
  })

  test('a label may come with or without a value, and has two letters at least', () => {
    const lines = [
      '名称：さくら',
      `番号：${SAKURA}`,
      '名称：かえで',
      '名称：みどり',
      `番号：${KAEDE}`,
    ]
    expect(gridOf(...lines)).toEqual([
      ['名称', '番号'],
      ['さくら', SAKURA],
      ['かえで', ''],
      ['みどり', KAEDE],
    ])
    expect(gridOf('番：1', 'x 名称：さくら', ...lines.slice(1, 3))).toEqual([
      ['番号', '名称'],
      [SAKURA, 'かえで'],
    ])
    expect(gridOf('名称：', `番号：${SAKURA}`)).toBeUndefined()
    expect(gridOf('名称 ：さくら', `番号：${SAKURA}`, `番号：${KAEDE}`)).toEqual([
      ['名称', '番号'],
      ['さくら', SAKURA],
      ['', KAEDE],
    ])
    const twice = sheetOfPlainText(list, `注：名称：さくら\n番号：${SAKURA}`)
    expect([twice?.grid[1], twice?.doubtfulNames]).toEqual([
      ['注', SAKURA, '', 'さくら'],
      new Set([1]),
    ])
  })

  test('of names above them none is taken where one has a label, nor a blank line', () => {
    const HEADS = ['番号', '種別']
    const rows = [
      [SAKURA, 'GH'],
      [KAEDE, '生介'],
    ]
    const [first, second] = rows.map((row) => row.map((value, at) => `${HEADS[at]}：${value}`))
    expect(gridOf(...(first ?? []), '　', ...(second ?? []))).toEqual([HEADS, ...rows])
    expect(gridOf('お世話になります。', '事業所名：さくら', `番号：${SAKURA}`)).toEqual([
      ['事業所名', '番号'],
      ['さくら', SAKURA],
    ])
    expect(gridOf(' 1. さくら　', ...(first ?? []))).toEqual([
      ['事業所名', ...HEADS],
      ['さくら', SAKURA, 'GH'],
    ])
  })

  test('a label of theirs is one where it comes as often as ours, more than once', () => {
    const first = ['屋号：さくら', `番号：${SAKURA}`]
    expect(gridOf(...first, '補足：夜間', '屋号：かえで', `番号：${KAEDE}`)).toEqual([
      ['屋号', '番号'],
      ['さくら', SAKURA],
      ['かえで', KAEDE],
    ])
    expect(gridOf(...first, '種別：GH')).toEqual([
      ['番号', '種別'],
      [SAKURA, 'GH'],
    ])
  })

  test('one label alone is no table, nor are labels without a value', () => {
    expect(gridOf('事業所名：さくら', '事業所名：かえで')).toBeUndefined()
    expect(gridOf('事業所名：さくら', '事業所番号： ')).toBeUndefined()
  })
})

describe('lines with a number', () => {
  test('have a name, the number and a service in any order; the rest stands behind', () => {
    expect(
      gridOf(
        '各位',
        `1. さくら作業所（${SAKURA}） 就労継続支援B型`,
        `● ${KAEDE}　かえで、居宅介護、東京都`,
        '以上です',
      ),
    ).toEqual([
      [...HEADINGS, ''],
      ['', '', '', '各位'],
      ['さくら作業所', SAKURA, '就労継続支援B型', ''],
      ['かえで', KAEDE, '居宅介護', '東京都'],
      ['', '', '', '以上です'],
    ])
  })

  test('their headings are no entry, and the corporation is no part of the name', () => {
    const lines = [
      '事業所名　事業所番号　サービス',
      `社会福祉法人花会 あおば作業所　${SAKURA}　生活介護`,
      `株式会社 みほん かえで　${KAEDE}　居宅介護`,
    ]
    expect(gridOf(...lines)?.slice(1)).toEqual([
      ['', '', '', '事業所名　事業所番号　サービス'],
      ['あおば作業所', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, '居宅介護', ''],
    ])
  })

  test('a service on a line of its own belongs to the one line that lacks one', () => {
    const lines = [`さくら　${SAKURA}`, ' 生活介護 ', `かえで　${KAEDE}　居宅介護`]
    expect(gridOf(...lines)?.slice(1)).toEqual([
      ['さくら', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, '居宅介護', ''],
    ])
    expect(gridOf(`さくら　${SAKURA}`, '生活介護', `かえで　${KAEDE}`)?.slice(1)).toEqual([
      ['さくら', SAKURA, '', ''],
      ['', '', '', '生活介護'],
      ['かえで', KAEDE, '', ''],
    ])
  })

  test.each([
    ['parted by hyphens', '13-1-00-0001-8', SAKURA],
    ['in full width', '１３１０００００１８', SAKURA],
    ['without the zero that a spreadsheet drops', '110100013', '110100013'],
    ['of nine digits that are no number', '123456789', undefined],
    ['of eleven digits', '13100000180', undefined],
  ])('a number %s', (_, written, number) => {
    expect(gridOf(`さくら　${written}　生活介護`)?.[1]?.[1]).toBe(number)
  })

  test('a service is found at either end of a line', () => {
    expect(gridOf(`さくら 生活介護　${SAKURA}`)?.[1]).toEqual(['さくら', SAKURA, '生活介護', ''])
    expect(gridOf(`生活介護 さくら ${SAKURA}`)?.[1]).toEqual(['さくら', SAKURA, '生活介護', ''])
  })

  test.each([
    [`1) さくら ${SAKURA} 生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`（2） さくら ${SAKURA} 生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`3 さくら　${SAKURA}`, ['さくら', SAKURA, '', '']],
    [`> さくら　${SAKURA}`, ['さくら', SAKURA, '', '']],
    [`12345 さくら　${SAKURA}`, ['12345 さくら', SAKURA, '', '']],
    [`さくら（番号：${SAKURA}）生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら、事業所番号：${SAKURA}、サービス：生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら（番号: ${SAKURA}）生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら（指定番号 ${SAKURA}）生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら【事業所番号：　${SAKURA}】生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら（事業所番号: ${SAKURA}、生活介護）`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら（番号 ${SAKURA} 生活介護 ）`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら, "${SAKURA}", "生活介護"`, ['さくら', SAKURA, '生活介護', '']],
    [`イ）さくら　${SAKURA}`, ['イ）さくら', SAKURA, '', '']],
    [`さくら 20名　${SAKURA}`, ['さくら', SAKURA, '', '']],
    [`さくら,="${SAKURA}",生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`"さくら" ${SAKURA} “生活介護”`, ['さくら', SAKURA, '生活介護', '']],
    [`" さくら "　${SAKURA}　' GH '`, ['さくら', SAKURA, 'GH', '']],
    [`さくら"東"園　${SAKURA}　GH`, ['さくら"東"園', SAKURA, 'GH', '']],
    [`さくら（東）西　${SAKURA}　GH`, ['さくら（東）西', SAKURA, 'GH', '']],
    [`さくら　${SAKURA}、児${KAEDE}`, ['さくら', `${SAKURA} ${KAEDE}`, '', `児${KAEDE}`]],
    [
      `さくら　${SAKURA}（生活介護）、${KAEDE}（短期入所）`,
      ['さくら', `${SAKURA} ${KAEDE}`, '（生活介護）', `${KAEDE}（短期入所）`],
    ],
    [`さくら　${SAKURA}・${KAEDE}　生活介護`, ['さくら', `${SAKURA} ${KAEDE}`, '生活介護', '']],
    [`さくら　${SAKURA}　${KAEDE}　生活介護`, ['さくら', `${SAKURA} ${KAEDE}`, '生活介護', '']],
    [`さくら${SAKURA}生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`さくら 、${SAKURA}、生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`生活介護 さくら 東 ${SAKURA}`, ['さくら 東', SAKURA, '生活介護', '']],
    [`就労継続支援 B型 さくら ${SAKURA}`, ['さくら', SAKURA, '就労継続支援 B型', '']],
    [`さくら　TEL 0110100013　生活介護`, ['さくら', '0110100013', '生活介護', 'TEL']],
    [`NPO法人 花　さくら　${SAKURA}`, ['花', SAKURA, '', 'さくら']],
    [`社会福祉法人花会　さくら　${SAKURA}`, ['さくら', SAKURA, '', '社会福祉法人花会']],
    [`株式会社 花 さくら ${SAKURA} 生活介護`, ['さくら', SAKURA, '生活介護', '']],
    [`東京都新宿区1-1　さくら　${SAKURA}　20名`, ['さくら', SAKURA, '', '東京都新宿区1-1 20名']],
    [`さくら　生活介護　短期入所　${SAKURA}`, ['さくら', SAKURA, '生活介護、短期入所', '']],
    [`さくら 東 生活介護 短期入所 ${SAKURA}`, ['さくら 東', SAKURA, '生活介護 短期入所', '']],
    [`さくら 就労継続支援 B型　${SAKURA}`, ['さくら', SAKURA, '就労継続支援 B型', '']],
    [`生活介護 さくら　東　${SAKURA}`, ['生活介護 さくら', SAKURA, '', '東']],
    [`生活介護　短期入所　${SAKURA}`, ['生活介護', SAKURA, '', '短期入所']],
    [`生活介護　${SAKURA}`, ['生活介護', SAKURA, '', '']],
    [`さくら［ ${SAKURA} ］東 生活介護`, ['さくら', SAKURA, '生活介護', '東']],
    [
      `さくら　${SAKURA}、 ${KAEDE}／1310000042　生活介護`,
      ['さくら', `${SAKURA} ${KAEDE} 1310000042`, '生活介護', ''],
    ],
    [`さくら　${SAKURA} 児${KAEDE}`, ['さくら', `${SAKURA} ${KAEDE}`, '', `児${KAEDE}`]],
    [`社会福祉法人 花 さくら 東　${SAKURA}`, ['さくら 東', SAKURA, '', '']],
    [`社会福祉法人花会 さくら 東　${SAKURA}`, ['さくら 東', SAKURA, '', '']],
    [`1310000018 さくら`, ['さくら', SAKURA, '', '']],
    [`さくら　13-1000001-8　GH`, ['さくら', SAKURA, 'GH', '']],
    [`さくら　131-00-00018　GH`, ['さくら', SAKURA, 'GH', '']],
  ])('%s', (line, row) => {
    expect(gridOf(line)).toEqual([[...HEADINGS, ''], row])
  })

  test.each([
    `さくら　1-13-1-00-0001-8　生活介護`,
    `さくら　9-110100013　生活介護`,
    `社会福祉法人花会　${SAKURA}　生活介護`,
    `合同会社花 ${SAKURA} 生活介護`,
    `お世話になります　${SAKURA}`,
    `123　${SAKURA}`,
    'さくら 生活介護',
  ])('%s alone is no table', (line) => {
    expect(gridOf(line)).toBeUndefined()
  })

  test('may stand beside lines without one that have a name and a service', () => {
    const [short, long] = ['あ'.repeat(40), 'あ'.repeat(41)]
    const lines = [
      `さくら　${SAKURA}`,
      'みどり 居宅介護',
      'もみじ（番号：）居宅介護',
      'つばき（事業所番号: ） GH',
      `${short}　居宅介護`,
      `${long}　居宅介護 `,
      '13111 11114 13111 11122 ',
    ]
    expect(gridOf(...lines, '事業所名　サービス', '事業所名')?.slice(1)).toEqual([
      ['さくら', SAKURA, '', ''],
      ['みどり', '', '居宅介護', ''],
      ['もみじ', '', '居宅介護', ''],
      ['つばき', '', 'GH', ''],
      [short, '', '居宅介護', ''],
      ['', '', '', `${long}　居宅介護`],
      ['', '', '', '13111 11114 13111 11122'],
      ['', '', '', '事業所名　サービス'],
      ['', '', '', '事業所名'],
    ])
  })

  test('a word for several services on a line of its own, or several services, belong to none', () => {
    const around = [`さくら　${SAKURA}`, `かえで　${KAEDE}　居宅介護`]
    expect(gridOf(...around, '就労')?.[1]?.[2]).toBe('')
    expect(gridOf(...around, '生活介護', '短期入所')?.[1]?.[2]).toBe('')
    expect(gridOf(...around, '生活介護', 'みどり 短期入所')?.[1]?.[2]).toBe('生活介護')
  })

  test('a line is read up to its thousandth character', () => {
    const long = `${'さ'.repeat(995)}　${SAKURA}`
    expect(gridOf(long)).toBeUndefined()
  })
})

describe('blocks', () => {
  test('of a name, a number and services below each other', () => {
    expect(
      gridOf('さくら', SAKURA, '生活介護', '', ' かえで', '居宅介護', '重度訪問介護', KAEDE),
    ).toEqual([
      HEADINGS,
      ['さくら', SAKURA, '生活介護'],
      ['かえで', KAEDE, '居宅介護、重度訪問介護'],
    ])
  })

  test('with white space around, and digits in full width', () => {
    expect(
      gridOf(
        '',
        '',
        ' さくら ',
        ' １３１０００００１８ ',
        '',
        ' ',
        ' かえで',
        KAEDE,
        'GH、短期入所',
      ),
    ).toEqual([HEADINGS, ['さくら', '１３１０００００１８', ''], ['かえで', KAEDE, 'GH、短期入所']])
  })

  test('may have sentences above and below', () => {
    const greeting = ['お世話になります。', '一覧をお送りします']
    const end = ['以上', 'よろしくお願いします']
    expect(gridOf(...greeting, '', 'さくら', SAKURA, '', 'かえで', KAEDE, '', ...end)).toEqual([
      HEADINGS,
      ['', '', '', 'お世話になります。 一覧をお送りします'],
      ['さくら', SAKURA, ''],
      ['かえで', KAEDE, ''],
      ['', '', '', '以上 よろしくお願いします'],
    ])
  })

  test.each([
    ['a number has eleven digits', ['さくら', `${SAKURA}1`]],
    ['a number has digits before it', ['さくら', `1${SAKURA}`]],
    ['a number stands alone', ['さくら', SAKURA, '', 'かえで', '', KAEDE]],
    ['one has two names', ['さくら', '東', SAKURA, '', 'かえで', KAEDE]],
    ['one of two has a name on two lines', ['さくら', '第二', SAKURA, 'かえで', KAEDE]],
    ['a heading stands in the place of the name', ['住所', SAKURA]],
    ['a title or a part of a name is above', ['一覧', 'さくら', `${SAKURA} GH`, 'かえで', KAEDE]],
    ['one has no number', ['さくら', SAKURA, '', 'かえで', '居宅介護']],
    ['a name has no letter', ['123', SAKURA]],
    ['there is nothing', ['']],
  ])('are none where %s', (_, lines) => {
    expect(gridOf(...lines)).toBeUndefined()
  })
})

describe('the evidence of all lines', () => {
  test('a mail that is answered is read without its marks, a name above its labels as a name', () => {
    const mail = [
      `> さくら`,
      `> 番号：${SAKURA}`,
      '> 種別：GH',
      '>',
      '> かえで',
      `> 番号：${KAEDE}`,
      '> 種別：生介',
    ]
    expect(gridOf(...mail)).toEqual([
      ['事業所名', '番号', '種別'],
      ['さくら', SAKURA, 'GH'],
      ['かえで', KAEDE, '生介'],
    ])
  })

  test.each(['> ', '>', '>> ', '> > ', '＞', '　>'])('of a mail that is quoted with %j', (mark) => {
    const mail = [
      '山田 <yamada@example.jp>',
      '　',
      '　',
      '　',
      '　',
      ...['事業所名：さくら', `番号：${SAKURA}`].map((line) => mark + line),
    ]
    expect(gridOf(...mail, `${mark}種別：GH`)).toEqual([
      ['事業所名', '番号', '種別'],
      ['さくら', SAKURA, 'GH'],
    ])
  })

  test('what stands above a quoted list keeps its marks', () => {
    const mail = [
      '山田 <yamada@example.jp> 様',
      `> さくら　${SAKURA}　GH`,
      `> かえで　${KAEDE}　GH`,
    ]
    expect(gridOf(...mail)?.[1]).toEqual(['', '', '', '山田 <yamada@example.jp> 様'])
  })

  test('what is quoted below an answer is not read', () => {
    const answer = ['事業所名：さくら', `番号：${SAKURA}`, '種別：GH']
    const people = ['山田 <yamada@example.jp>', '佐藤 <sato@example.jp>']
    expect(gridOf(...answer, ...people, '> 事業所名：かえで', `> 番号：${KAEDE}`)).toEqual([
      ['事業所名', '番号', '種別'],
      ['さくら', SAKURA, 'GH'],
    ])
  })

  test('labels may stand above their values, or in brackets', () => {
    const page = [
      'さくら',
      'サービス',
      'GH',
      `事業所番号${' '.repeat(12)}`,
      SAKURA,
      '所在地',
      '北区1-2',
    ]
    const rows = [['さくら', 'GH', SAKURA]]
    expect(gridOf(...page, '', ...page)?.slice(1)).toEqual([...rows, ...rows])
    expect(gridOf('【名称】さくら', `【番号】${SAKURA}`)).toEqual([
      ['名称', '番号'],
      ['さくら', SAKURA],
    ])
  })

  test('several entries in one line are parted, and a number below its name comes to it', () => {
    const rows = [
      ['さくら', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, 'GH', ''],
    ]
    expect(gridOf(`さくら（${SAKURA}、生活介護）、かえで（${KAEDE}、GH）`)?.slice(1)).toEqual(rows)
    expect(gridOf('さくら 生活介護', SAKURA, 'かえで GH', KAEDE, '')?.slice(1)).toEqual(rows)
    expect(gridOf(SAKURA, 'さくら 生活介護', KAEDE, 'かえで GH')?.slice(1)).toEqual(rows)
  })

  test('a number below its name may have its service beside it or below, and white space around', () => {
    const rows = [
      ['さくら', SAKURA, '生活介護', ''],
      ['かえで', KAEDE, 'GH', ''],
    ]
    const second = ['かえで', KAEDE, 'GH', ' 　']
    expect(gridOf('さくら', ` ${SAKURA}　`, '生活介護', ...second)?.slice(1)).toEqual(rows)
    expect(gridOf('さくら', `番号 ${SAKURA} 生活介護`, ...second)?.slice(1)).toEqual(rows)
    expect(gridOf(`${SAKURA}　生活介護`, 'さくら', `${KAEDE} GH`, 'かえで')?.slice(1)).toEqual(rows)
    expect(gridOf('さくら 生活介護', SAKURA)?.slice(1)).toEqual(rows.slice(0, 1))
    // Blank lines part the facilities, or only what is said above and below.
    const apart = gridOf('さくら', `${SAKURA} 生活介護`, '', 'かえで', `${KAEDE} GH`)
    expect(apart).toEqual([HEADINGS, ...rows.map((row) => row.slice(0, 3))])
    const mail = [
      'お世話になります。',
      '',
      'さくら',
      `${SAKURA} 生活介護`,
      ...second,
      '',
      '以上です。',
    ]
    expect(gridOf(...mail)).toEqual([
      HEADINGS,
      ['', '', '', 'お世話になります。'],
      ...rows.map((row) => row.slice(0, 3)),
      ['', '', '', '以上です。'],
    ])
    // What is said of the name, with another word for it, is no heading of the number.
    expect(gridOf('ケア サービス', SAKURA, '生活介護')?.[1]?.[0]).toBe('ケア サービス')
    // A number with hyphens is one as well: what stands below it alone is another's.
    expect(gridOf('さくら　13-1-00-0001-8　GH', '0451234567')?.slice(1)).toEqual([
      ['さくら', SAKURA, 'GH', ''],
      ['', '', '', '0451234567'],
    ])
    // Beside lines that are whole it may be anybody's.
    expect(gridOf('担当 山田', SAKURA, `かえで　${KAEDE}　GH`)?.slice(1)).toEqual([
      ['', '', '', '担当 山田'],
      ['', '', '', SAKURA],
      ...rows.slice(1),
    ])
    // Blank lines part blocks, in which a name stands as a whole.
    expect(gridOf(SAKURA, 'さくら　東', '生活介護', '　', KAEDE, 'かえで')?.slice(1)).toEqual([
      ['さくら　東', SAKURA, '生活介護'],
      ['かえで', KAEDE, ''],
    ])
  })

  test('what stands in each line before the name is a column of its own', () => {
    const lines = [`山田：さくら作業所　${SAKURA}　GH`, `佐藤：かえで工房　${KAEDE}　GH`]
    expect(gridOf(...lines)).toEqual([
      ['', '', '事業所番号', 'サービス種類', ''],
      ['山田', 'さくら作業所', SAKURA, 'GH', ''],
      ['佐藤', 'かえで工房', KAEDE, 'GH', ''],
    ])
  })

  test('dates, corporations, addresses and what is said of the entry are no names', () => {
    expect(
      gridOf(
        `令和6年4月1日　さくら　${SAKURA}　GH`,
        `新規　かえで　${KAEDE}　GH`,
        `1310000042 GH 社会福祉法人花会 いずみ 160-0023 新宿区西1-2-3 03-1234-5678 20`,
      )?.map(([name]) => name),
    ).toEqual(['事業所名', 'さくら', 'かえで', 'いずみ'])
  })

  test('a line with another word that may be the name is doubtful', () => {
    const lines = [
      `さくら　${SAKURA}　GH`,
      `札幌　かえで工房　${KAEDE}　GH`,
      `山田 いずみ　1310000042`,
      'さくら園 東　1310000059',
      'よろしくお願いします',
    ]
    const sheet = sheetOfPlainText(list, lines.join('\n'))
    expect(sheet?.grid.map(([name]) => name)).toEqual([
      '事業所名',
      'さくら',
      'かえで工房',
      '山田 いずみ',
      'さくら園 東',
      '',
    ])
    expect(sheet?.doubtfulNames).toEqual(new Set([2, 3]))
    // Several services beside the number stand where the name does elsewhere.
    const several = ['さくら', `${SAKURA} 居宅介護・重度訪問介護`, 'かえで', `${KAEDE} GH`]
    expect(sheetOfPlainText(list, several.join('\n'))?.doubtfulNames).toEqual(new Set([2, 4]))
    const led = [`山田：札幌 さくら　${SAKURA}　GH`, `佐藤：かえで　${KAEDE}　GH`]
    expect(sheetOfPlainText(list, led.join('\n'))?.doubtfulNames).toEqual(new Set([1]))
  })
})

test('lines may end in any way', () => {
  const expected = [HEADINGS, ['さくら', SAKURA, ''], ['かえで', KAEDE, '']]
  for (const end of ['\n', '\r\n', '\r'])
    expect(sheetOfPlainText(list, ['さくら', SAKURA, '', 'かえで', KAEDE].join(end))?.grid).toEqual(
      expected,
    )
})
