/** Roles of staff accounts, and what each may do. Every route of the console names the permission it needs. */

type RoleRow = { label: string; may: readonly string[] }

export const ROLES = {
  analyst: { label: '集計', may: ['figures'] },
  reader: { label: '閲覧', may: ['view'] },
  worker: { label: '対応', may: ['view', 'change', 'export'] },
  administrator: { label: '管理', may: ['view', 'change', 'export', 'erase', 'audit', 'figures'] },
} as const satisfies Record<string, RoleRow>

export type Role = keyof typeof ROLES
export type Permission = (typeof ROLES)[Role]['may'][number]

export const ROLE_NAMES = Object.keys(ROLES) as Role[]

export function hasPermission(role: Role, permission: Permission): boolean {
  const { may }: RoleRow = ROLES[role]
  return may.includes(permission)
}

/** Labels of the audit trail's actions. */
export const AUDIT_ACTIONS = {
  login: 'ログイン',
  login_failed: 'ログインの失敗',
  logout: 'ログアウト',
  logout_everywhere: 'すべての端末からのログアウト',
  reauthentication_failed: '再認証の失敗',
  recovery_code: '回復用コードの使用',
  password: 'パスワードの変更',
  setup: '初期設定',
  setup_failed: '初期設定の失敗',
  refused: '権限のない操作',
  list: '一覧の表示',
  view: 'お申し込みの表示',
  export: 'ダウンロード',
  status: '対応状況の変更',
  note: 'メモの追加',
  assignee: '担当の変更',
  resend: 'メールの再送',
  contacted: '不達の連絡済み',
  address: 'メールアドレスの変更',
  returned: '不達通知の受け取り',
  acknowledge: '請求システムの受領',
  customer_number: 'お客様番号の登録',
  notify: '申込者へのメール',
  link: '申込者のリンクの発行',
  question: '申込者への連絡',
  settled: 'メッセージの確認',
  correction_accepted: '訂正の反映',
  correction_declined: '訂正の申し出を断る',
  withdrawal_refused: '取り下げの申し出を断る',
  token_added: 'トークンの発行',
  token_revoked: 'トークンの失効',
  token_refused: 'トークンの拒否',
  erase: '個人情報の消去',
  audit: '監査記録の書き出し',
  activity: '活動の表示',
  account_added: '利用者の追加',
  account_role: '役割の変更',
  account_reset: '利用者の再設定',
  account_disabled: '利用者の停止',
  account_enabled: '利用者の再開',
  command: 'コマンドの実行',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
