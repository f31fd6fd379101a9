/** A desk's database with many applications, each with three facilities, made by the database itself: registering them would take hours. */

import { runSql } from './raw-sql.ts'

/** Of each application. */
export const FACILITIES = 3

/** Names of two characters: the commonest stands for a sixtieth of all. */
const SURNAMES =
  '佐藤鈴木高橋田中伊藤渡辺山本中村小林加藤吉田山田岡部山口松本井上木村斎藤清水山崎池田橋本阿部石川前田藤田小川岡田後藤長谷村上近藤石井坂本遠藤青木藤井西村福田太田三浦岡本松田中島中野原田小野田村竹内金子和田中山石田上田森田酒井柴田'
const GIVEN = '太郎花子一郎健太美咲陽子直樹恵子大輔由美翔太裕子'
const TOWNS = '東京横浜川崎千葉埼玉前橋水戸甲府長野新潟富山金沢福井岐阜静岡津市京都大阪神戸奈良'
const WORDS = '青空日向若葉希望虹色四葉大地清流白樺星空海風陽光笑顔花園'
const FORMS = ['社会福祉法人', '株式会社', 'NPO法人', '合同会社']

const APPLICANT = `select n, id, reference, form, town, surname, given, surname || ' ' || given as person, form || town || word || '会' as company,
  word, '0' || cast(100000000 + (n * 7919) % 899999999 as text) as tel,
  'user' || cast(n as text) || '@' || 'care' || cast(n % 997 as text) || '.example.jp' as email,
  case when n % 10 = 0 then 'pending' else 'complete' end as state,
  case when n % 10 = 0 or n % 50 = 1 then 'received' when n % 50 = 2 then 'in_progress'
    when n % 50 = 3 then 'rejected' else 'done' end as status
  from (select n, 'bench-' || cast(n as text) as id,
    substr(cast(20000000 + n as text), 1, 4) || '-' || substr(cast(20000000 + n as text), 5, 4) as reference,
    ${pick(SURNAMES, 2, 'n * 31 / 7')} as surname, ${pick(GIVEN, 2, 'n * 17 / 5')} as given,
    ${pick(TOWNS, 2, 'n / 3')} as town, ${pick(WORDS, 2, 'n / 11')} as word,
    case n % 4 ${FORMS.map((form, at) => `when ${at} then '${form}'`).join(' ')} end as form from numbers) named`

/** Two characters of a text, by a number. */
function pick(text: string, length: number, by: string): string {
  return `substr('${text}', cast(1 + ${length} * ((${by}) % ${text.length / length}) as integer), ${length})`
}

const EMPTY = ['zipcode', 'address', 'chance', 'other_facility', 'nowsoft', 'nowsoftname']
const CAMPAIGN = ['lead_id', 'contact_id', 'service', 'utm_source', 'lp_category', 'content']
const BLANK = [...EMPTY, ...CAMPAIGN, 'utm_campaign', 'utm_term']

/** Letters of the text that a search goes through, on average: what is known of each, and of the rest what nobody looks for. */
export const LETTERS = 600
const OF_APPLICATION = 130
/** Of which each application has a part. */
const FILLER = Array.from({ length: 2 * LETTERS }, (_, at) =>
  [...'つぬねへほめれろ候補短期送迎給食訓練移行定着相談計画'].at((at * at + 3 * at) % 26),
).join('')

/** As domain/search-text.ts makes it. */
const TEXT = `select n, id, char(10) || lower(replace(reference, '-', '')) || char(10) ||
  case form when 'NPO法人' then '特定非営利活動法人' else form end || town || word || '会' || char(10) ||
  surname || given || char(10) || tel || char(10) || replace(replace(email, '@', ''), '.', '') || char(10) ||
  '東京都墨田区東向島123' || char(10) || word || '作業所' || char(10) || word || 'ホーム' || char(10) ||
  cast(1300000000 + (n * 13 + 7) % 99999999 as text) || char(10) ||
  substr('${FILLER}', cast(1 + n % ${LETTERS} as integer),
    cast((n * 7919) % ${2 * (LETTERS - OF_APPLICATION)} as integer)) || char(10) as text from (${APPLICANT}) each_one`

/** `url` is an empty database of the present schema. */
export async function fillDesk(url: string, count: number): Promise<void> {
  const numbers = url.startsWith('sqlite:')
    ? `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})`
    : `with numbers (n) as (select generate_series(1::bigint, ${count}))`
  // 15 seconds between two applications.
  const at = '1700000000000 + n * 15000'
  await runSql(
    url,
    `insert into applications (id, reference, flow, customer, state, staff_status, assurance, consent_seq,
      consent_price, agreed_price, price_list, repeat_count, created_at, completed_at, closed_at, company_name, tel, email,
      person, ${BLANK.join()}, search_mail, search_tel, search_company)
    ${numbers} select id, reference, 'entry', '', state, status, 'none', 1, '9,980', 9980, 'contract-1', 0, ${at},
      case when state = 'complete' then ${at} end,
      case when status in ('done', 'rejected') then ${at} end, company, tel, email, person,
      ${BLANK.map((column) => (column === 'address' ? "'東京都墨田区東向島1-2-3'" : "''")).join()}, email, tel, company from (${APPLICANT}) each_one`,
  )
  await runSql(
    url,
    `insert into facilities (application, no, facility_name, facility_number, service_key)
    ${numbers}, rows (no) as (select 1 union all select 2 union all select 3)
    select id, no, word || case no when 1 then '作業所' when 2 then 'ホーム' else '相談室' end,
      cast(1300000000 + (n * 13 + no * 7) % 99999999 as text), 'KYODO' from (${APPLICANT}) each_one, rows`,
  )
  const text = url.startsWith('sqlite:') ? TEXT : TEXT.replaceAll('char(10)', 'chr(10)')
  await runSql(
    url,
    `insert into search_texts (created_at, application, text)
    ${numbers} select ${at}, id, text from (${text}) texts`,
  )
  await runSql(url, 'analyze')
}
