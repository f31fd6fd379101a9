/** The sample directory in deploy/: invented corporations in the published format. Run by itself, it writes the files. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { PROJECT_ROOT } from '../config/settings.ts'
import { PUBLISHED_SERVICES } from '../directory/published-services.ts'
import {
  corporateNumber,
  facilityNumber,
  type PublishedCells,
  publishedCsv,
} from './published-files.ts'

export const SAMPLE_FOLDER = join(PROJECT_ROOT, 'deploy/sample-directory')

type FileNumber = keyof typeof PUBLISHED_SERVICES
type Place = { name: string; services: readonly FileNumber[]; branch?: string }
type Sample = {
  name: string
  kana: string
  city: string
  street: string
  tel: string
  places: readonly Place[]
  /** Left out of the published rows. */
  lacksNumber?: true
}

const CHIYODA = { city: '東京都千代田区', street: '千代田９９番地' }

/** Many places of one kind, by their number. */
const places = (count: number, name: string, services: readonly FileNumber[]): Place[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}${index + 1}号館`, services }))

const SAMPLES: readonly Sample[] = [
  {
    name: '社会福祉法人　あさひの里',
    kana: 'しゃかいふくしほうじんあさひのさと',
    ...CHIYODA,
    tel: '03-0000-1001',
    places: [
      { name: 'あさひの里ワークセンター', services: [45, 46, 60, 62] },
      { name: 'あさひの里デイ', services: [22, 24] },
      { name: 'あさひの里ホーム', services: [33, 61] },
      { name: 'あさひの里相談室', services: [52, 53, 54, 70] },
    ],
  },
  {
    name: '株式会社　あさひケア',
    kana: 'かぶしきがいしゃあさひけあ',
    city: '大阪府大阪市北区',
    street: '中之島９９番地',
    tel: '06-0000-1002',
    places: [{ name: 'あさひケアステーション', services: [11, 12, 15] }],
  },
  {
    name: '特定非営利活動法人ほしのこ',
    kana: 'とくていひえいりかつどうほうじんほしのこ',
    city: '北海道札幌市中央区',
    street: '北一条西９９丁目',
    tel: '011-000-1003',
    places: [
      { name: 'ほしのこクラブ', services: [63, 65] },
      { name: 'ほしのこ訪問', services: [66, 67] },
    ],
  },
  {
    name: '社会福祉法人　髙﨑若草會',
    kana: 'しゃかいふくしほうじんたかさきわかくさかい',
    city: '群馬県高崎市',
    street: '高松町９９番地',
    tel: '027-000-1004',
    places: [{ name: '若草寮', services: [22, 24, 32] }],
  },
  {
    name: '合同会社ねこのて',
    kana: 'ごうどうがいしゃねこのて',
    city: '福岡県福岡市博多区',
    street: '博多駅前９９番地',
    tel: '092-000-1005',
    places: [{ name: 'ねこのて作業所', services: [46] }],
    lacksNumber: true,
  },
  {
    name: '独立行政法人みほん病院機構',
    kana: 'どくりつぎょうせいほうじんみほんびょういんきこう',
    ...CHIYODA,
    tel: '03-0000-1006',
    places: [
      { name: 'みほん病院', services: [21, 69] },
      { name: 'みほん病院', services: [69] },
      { name: '東病棟', services: [21], branch: '独立行政法人みほん病院機構東病院' },
    ],
  },
  {
    name: '社会福祉法人　大空福祉会',
    kana: 'しゃかいふくしほうじんおおぞらふくしかい',
    ...CHIYODA,
    tel: '03-0000-1007',
    places: places(20, '大空', [22, 33]),
  },
  {
    name: '社会福祉法人　百花会',
    kana: 'しゃかいふくしほうじんひゃっかかい',
    ...CHIYODA,
    tel: '03-0000-1008',
    places: places(60, '百花', [46, 60]),
  },
]

/** File name → content. */
export function sampleFiles(): Map<string, string> {
  const rows = SAMPLES.flatMap(rowsOf)
  const files = Map.groupBy(rows, ({ file }) => file)
  return new Map(
    [...files].map(([file, rows]) => [
      `sfkopendata_202503_${file}.csv`,
      publishedCsv(rows.map(({ cells }) => cells)),
    ]),
  )
}

function rowsOf(sample: Sample, index: number): { file: FileNumber; cells: PublishedCells }[] {
  return sample.places.flatMap(({ name, services, branch }, place) =>
    services.map((file) => ({
      file,
      cells: {
        法人の名称: branch ?? sample.name,
        法人の名称_かな: sample.kana,
        法人番号: sample.lacksNumber ? '' : corporateNumber(index + 1),
        '法人住所（市区町村）': sample.city,
        '法人住所（番地以降）': sample.street,
        法人電話番号: sample.tel,
        サービス種別: PUBLISHED_SERVICES[file][0],
        事業所の名称: name,
        事業所番号: facilityNumber(1000 * (index + 1) + place),
        '事業所住所（市区町村）': sample.city,
        '事業所住所（番地以降）': sample.street,
        定員: '20',
      },
    })),
  )
}

if (argv[1] === import.meta.filename) {
  mkdirSync(SAMPLE_FOLDER, { recursive: true })
  for (const [name, content] of sampleFiles()) writeFileSync(join(SAMPLE_FOLDER, name), content)
}
