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
export function toModernCharacters(text: string): string {
  let modern = ''
  for (const character of text) modern += MODERN.get(character) ?? character
  return modern
}
