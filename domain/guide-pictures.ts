/** The pictures of the staff's guide: file names under /guide/, and what they show. */
export const GUIDE_PICTURES = {
  list: {
    file: 'list.jpg',
    alt: 'お申し込み一覧の画面。上に対応状況ごとの件数、下に届いた順の表がある。',
    height: 640,
  },
  application: {
    file: 'application.jpg',
    alt: 'お申し込み1件の画面の一部。申込者の連絡先と、申し込まれた事業所が並ぶ。',
    height: 640,
  },
  work: {
    file: 'work.jpg',
    alt: '対応の欄。対応状況を選ぶ欄、メモの欄と「記録する」ボタンがある。',
    height: 480,
  },
} as const
