import { expect, test } from 'vitest'
import { detailInWords } from './activity-words.ts'

test.each([
  ['status', 'in_progress', '対応中'],
  ['status', 'constructor', 'constructor'],
  ['list', 'undelivered', '未達'],
  [
    'list',
    'flow=entry state=pending search searches=2 pages=3 applications=120',
    '新規お申し込み 入力途中 検索 検索の回数：2 ページ数：3 件数：120',
  ],
  ['list', 'neighbours search', '前後のお申し込み 検索'],
  ['list', 'size flow=entry', 'ダウンロードの件数 新規お申し込み'],
  [
    'list',
    'status=done from=2026-11-01 to=2026-11-30',
    '完了 受付日（開始）2026-11-01 受付日（終了）2026-11-30',
  ],
  ['list', 'assignee=山田 花子', '担当：山田 花子'],
  ['correction', '2', '内容の版 2'],
  ['list', 'turn=applicant late=true order=newest', '申込者の回答待ち 期限超過 新しい順'],
  ['list', 'flag=robot', '自動送信の疑いがあります'],
  ['list', 'flow=toString constructor', 'flow=toString constructor'],
  ['export', 'xlsx flow=trial', 'Excel 60日間無料体験のお申し込み'],
  ['refused', 'search', 'search'],
])('%s: %s is said as %s', (action, detail, words) => {
  expect(detailInWords(action, detail)).toBe(words)
})
