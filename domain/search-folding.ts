/** Folding for search: one form for the many ways in which the name of a corporation or a facility is typed. */
import { nfkc } from './text.ts'

export type FoldedName = {
  /** Everything that was written, spelled-out legal forms untouched. */
  plain: string
  /** The legal form in full, in front or behind as written. */
  whole: string
  /** Without any legal form; all of the name where it is nothing else. */
  core: string
}

/** Empty texts where nothing but spaces and signs was written. */
export function foldName(text: string): FoldedName {
  return foldedName(foldCharacters(nfkc(text).replace(ABBREVIATION, longForm)))
}

/** As directories of the first layout are indexed: abbreviations and variants stay as they are written. */
export function foldNameAsWritten(text: string): FoldedName {
  return foldedName(foldKana(text))
}

function foldedName(folded: string): FoldedName {
  const plain = lettersOf(folded)
  if (folded.search(LEGAL_FORM) < 0) return { plain, whole: plain, core: plain }
  const whole = lettersOf(folded.replace(LEGAL_FORM, (form) => FULL_FORMS.get(form) ?? form))
  const core = lettersOf(folded.replace(LEGAL_FORM, ''))
  return { plain, whole, core: core || whole }
}

/** Letters and digits of any other text (an address) in the same form. */
export function foldText(text: string): string {
  return lettersOf(foldCharacters(text))
}

/** One spelling of what is written in several ways, besides what foldKana does. */
function foldCharacters(text: string): string {
  return foldKana(text)
    .replace(/ゔ([あいえおゆ]?)/g, (_, vowel: string) => B_ROW[vowel] ?? '')
    .replace(/障(?:がい|碍|礙)/g, '障害')
    .replace(/社協/g, '社会福祉協議会')
}

/** ヴァ is searched as バ, by the vowel after it. */
const B_ROW: Readonly<Record<string, string>> = {
  '': 'ぶ',
  あ: 'ば',
  い: 'び',
  え: 'べ',
  お: 'ぼ',
  ゆ: 'びゆ',
}

/** NFKC, lower case, hiragana for katakana, large kana for small, new characters for old, no spaces. */
function foldKana(text: string): string {
  return toModernCharacters(nfkc(text).toLowerCase())
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_OFFSET))
    .replace(/[ぁぃぅぇぉっゃゅょゎゕゖ]/g, (small) => LARGE_KANA[small] ?? small)
    .replace(/\s/g, '')
}

const KANA_OFFSET = 0x60
const LARGE_KANA: Readonly<Record<string, string>> = {
  ぁ: 'あ',
  ぃ: 'い',
  ぅ: 'う',
  ぇ: 'え',
  ぉ: 'お',
  っ: 'つ',
  ゃ: 'や',
  ゅ: 'ゆ',
  ょ: 'よ',
  ゎ: 'わ',
  ゕ: 'か',
  ゖ: 'け',
}

/** Letters and digits; the long vowel mark goes with the dashes that it is often typed as. */
function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]|ー/gu, '')
}

/** Legal forms of corporations: the full form → other spellings, after NFKC. Abbreviations in brackets stand as `(株)`. */
const LEGAL_FORMS = {
  社会福祉法人: ['(社福)', '(福)', 'しゃかいふくしほうじん'],
  株式会社: ['(株)', 'かぶしきがいしゃ', 'かぶしきかいしゃ'],
  有限会社: ['(有)', 'ゆうげんがいしゃ', 'ゆうげんかいしゃ'],
  合同会社: ['(同)', '(合)', 'ごうどうがいしゃ', 'ごうどうかいしゃ'],
  合資会社: ['(資)', 'ごうしがいしゃ', 'ごうしかいしゃ'],
  合名会社: ['(名)', 'ごうめいがいしゃ', 'ごうめいかいしゃ'],
  特定非営利活動法人: [
    '認定特定非営利活動法人',
    '認定npo法人',
    'npo法人',
    '(特非)',
    '(npo)',
    'とくていひえいりかつどうほうじん',
    'えぬぴーおーほうじん',
    'npoほうじん',
  ],
  医療法人: [
    '社会医療法人',
    '医療法人社団',
    '医療法人財団',
    '(医)',
    '(医社)',
    '(医財)',
    'いりょうほうじん',
    'しゃかいいりょうほうじん',
    'いりょうほうじんしゃだん',
    'いりょうほうじんざいだん',
  ],
  一般社団法人: ['(一社)', 'いっぱんしゃだんほうじん'],
  一般財団法人: ['(一財)', 'いっぱんざいだんほうじん'],
  公益社団法人: ['(公社)', 'こうえきしゃだんほうじん'],
  公益財団法人: ['(公財)', 'こうえきざいだんほうじん'],
  社団法人: ['(社)', 'しゃだんほうじん'],
  財団法人: ['(財)', 'ざいだんほうじん'],
  学校法人: ['(学)', 'がっこうほうじん'],
  宗教法人: ['(宗)', 'しゅうきょうほうじん'],
  独立行政法人: ['(独)', 'どくりつぎょうせいほうじん'],
  地方独立行政法人: ['(地独)', 'ちほうどくりつぎょうせいほうじん'],
  国立大学法人: ['(大)', 'こくりつだいがくほうじん'],
  労働者協同組合: ['(労協)', 'ろうどうしゃきょうどうくみあい'],
  企業組合: ['(企)', 'きぎょうくみあい'],
} as const satisfies Record<string, readonly string[]>

/** Legal forms as they are abbreviated in front of a name or behind it, as on bank transfers: after NFKC, the full form → its abbreviations. Those of `bracketed` count only with a bracket. */
const ABBREVIATIONS = {
  社会福祉法人: { bracketed: ['福', 'フク'], alone: ['社福'] },
  特定非営利活動法人: { bracketed: ['トクヒ'], alone: ['特非', 'NPO'] },
  医療法人: { bracketed: ['医', 'イ', '医社', '医財'], alone: [] },
  株式会社: { bracketed: ['株', 'カ'], alone: [] },
  有限会社: { bracketed: ['有', 'ユ'], alone: [] },
  合同会社: { bracketed: ['同', 'ド'], alone: [] },
  合資会社: { bracketed: ['資', 'シ'], alone: [] },
  合名会社: { bracketed: ['名', 'メ'], alone: [] },
  一般社団法人: { bracketed: [], alone: ['一社'] },
  一般財団法人: { bracketed: [], alone: ['一財'] },
  公益社団法人: { bracketed: [], alone: ['公社'] },
  公益財団法人: { bracketed: [], alone: ['公財'] },
  社団法人: { bracketed: ['社', 'シャ', 'シヤ'], alone: [] },
  財団法人: { bracketed: ['財', 'ザイ'], alone: [] },
  学校法人: { bracketed: ['学', 'ガク'], alone: [] },
  宗教法人: { bracketed: ['宗', 'シュウ', 'シユウ'], alone: [] },
} as const satisfies Record<string, { bracketed: readonly string[]; alone: readonly string[] }>

const LONG_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(ABBREVIATIONS).flatMap(([full, { bracketed, alone }]) =>
    [...bracketed, ...alone].map((short) => [short, full] as const),
  ),
)

const either = (of: 'bracketed' | 'alone') =>
  Object.values(ABBREVIATIONS)
    .flatMap((short): readonly string[] => short[of])
    .sort((a, b) => b.length - a.length)
    .join('|')

/** 社福）X · カ）X · X（カ · 社福 X · NPO X */
const ABBREVIATION = new RegExp(
  String.raw`^\s*\(?(${either('bracketed')}|${either('alone')})\)|\((${either('bracketed')})\)?\s*$|^\s*(${either('alone')})\s|^\s*(NPO|社福)(?!法人|ほうじん)`,
  'i',
)

function longForm(written: string, ...groups: readonly (string | undefined)[]): string {
  const short = groups.find((group) => typeof group === 'string') ?? ''
  return LONG_FORMS.get(short.toUpperCase()) ?? LONG_FORMS.get(short) ?? written
}

/** Old and variant forms of kanji that names are written with, each before the form it is searched by. */
const PAIRS =
  '髙高﨑崎嵜崎碕崎濵浜濱浜渕淵邊辺邉辺澤沢齋斎齊斉廣広國国會会學学櫻桜榮栄圓円縣県嶋島嶌島德徳靜静眞真' +
  '惠恵壽寿澁渋淺浅瀨瀬瀧滝龍竜藏蔵與与豐豊禮礼萬万寶宝實実曽曾舘館峯峰栁柳桒桑莊荘壯壮條条樂楽來来' +
  '當当應応發発變変戀恋戰戦處処號号參参圖図團団觀観歡歓權権勸勧關関歸帰氣気龜亀舊旧據拠擧挙峽峡' +
  '狹狭堯尭曉暁區区驅駆勳勲薰薫徑径惠恵揭掲溪渓經経繼継莖茎螢蛍輕軽鷄鶏藝芸擊撃缺欠儉倹劍剣圈圏檢検' +
  '獻献縣県險険顯顕驗験嚴厳廣広恆恒鑛鉱國国黑黒濟済碎砕劑剤雜雑贊賛棧桟蠶蚕慘惨絲糸齒歯兒児辭辞濕湿' +
  '實実舍舎寫写釋釈收収從従澁渋獸獣縱縦肅粛緖緒諸諸敍叙奬奨將将燒焼稱称證証乘乗剩剰壤壌孃嬢讓譲釀醸觸触' +
  '囑嘱愼慎晉晋眞真寢寝盡尽圖図粹粋醉酔穗穂隨随髓髄樞枢數数聲声靜静齊斉攝摂竊窃專専戰戦淺浅潛潜纖繊踐践' +
  '錢銭禪禅曾曽雙双搜捜插挿爭争總総聰聡裝装騷騒增増臟臓藏蔵屬属續続墮堕體体對対帶帯滯滞臺台澤沢單単擔担' +
  '膽胆團団彈弾斷断癡痴遲遅晝昼蟲虫鑄鋳廳庁聽聴鎭鎮遞逓鐵鉄轉転點点傳伝燈灯黨党盜盗稻稲德徳獨独讀読屆届' +
  '繩縄貳弐惱悩腦脳廢廃拜拝賣売麥麦髮髪拔抜蠻蛮佛仏拂払變変邊辺辨弁瓣弁辯弁豐豊寶宝褒褒沒没飜翻槇槙萬万' +
  '滿満默黙彌弥譯訳藥薬與与豫予餘余譽誉搖揺樣様謠謡來来賴頼亂乱覽覧畧略隆隆龍竜兩両獵猟綠緑壘塁勵励禮礼' +
  '隸隷靈霊齡齢戀恋爐炉勞労樓楼祿禄亞亜惡悪壓圧圍囲醫医爲為壹壱稻稲飮飲隱隠營営衞衛驛駅圓円鹽塩緣縁艷艶' +
  '奧奥橫横毆殴黃黄溫温穩穏假仮價価畫画壞壊懷懐繪絵擴拡殼殻覺覚學学嶽岳勸勧卷巻陷陥寬寛僞偽戲戯犧犠瘦痩' +
  '冨富祐祐籠篭槗橋髜高羪養囯国埜野穐秋'

const MODERN: ReadonlyMap<string, string> = new Map(
  Array.from(PAIRS.matchAll(/(.)(.)/gu), ([, old = '', modern = '']) => [old, modern]),
)

/** Every character by the form it is searched by; 曾 and 曽, 淵 and 渕 become one. */
function toModernCharacters(text: string): string {
  let modern = ''
  for (const character of text) modern += MODERN.get(character) ?? character
  return modern
}

const FULL_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(LEGAL_FORMS).flatMap(([full, spellings]) =>
    [full, ...spellings].map((spelling) => [foldCharacters(spelling), foldCharacters(full)]),
  ),
)

/** Longer spellings first: 一般社団法人 before 社団法人. */
const LEGAL_FORM = new RegExp(
  [...FULL_FORMS.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[()]/g, String.raw`\$&`))
    .join('|'),
  'g',
)
