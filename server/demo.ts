/** `npm run demo [-- <folder> [<port>]]`: the product on a folder of its own, with applications that nobody made. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PROJECT_ROOT } from './config/settings.ts'
import { type Access, codeOf, DEMO_PORT, demoSettings, openDesk } from './demo/make-desk.ts'
import { linesOfRefusal } from './lifecycle.ts'

const folder = resolve(process.argv[2] ?? join(PROJECT_ROOT, 'data/demo'))
const port = Number(process.argv[3] ?? DEMO_PORT)

try {
  process.stdout.write('デモを準備しています…\n')
  const access = await openDesk(folder, { now: Date.now() })
  serve(access)
} catch (error) {
  process.stderr.write(linesOfRefusal(error))
  process.exit(1)
}

/** In a process that sees these settings, and nothing of the environment. */
function serve(access: Access): void {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: demoSettings(folder, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => server.kill('SIGTERM'))
  server.on('exit', (code) => process.exit(code ?? 0))
  server.on('spawn', () => process.stdout.write(introductionOf(access)))
  if (!process.stdin.isTTY) return
  createInterface({ input: process.stdin }).on('line', () => sayCode(access))
  process.stdout.write('Enterキーを押すと、新しい確認コードを表示します。\n')
}

function introductionOf({ name, password, secret, recoveryCodes }: Access): string {
  const [recovery = ''] = recoveryCodes
  return `
デモ　すべて架空のお申し込みです。何も送信されません。
申込者の画面　http://localhost:${port}/
担当者の画面　http://localhost:${port + 1}/
　利用者名　　${name}
　パスワード　${password}
　確認コード　${codeOf(secret, Date.now())}（30秒ごとに変わります。認証アプリに登録するときの鍵は ${secret}）
　回復用コード　${recovery}（1回だけ使えます。ほかは access.json にあります）
フォルダー　　${folder}
　フォルダーを削除すると、何も残りません。終了するときは、Ctrl+C を押します。
`
}

function sayCode({ secret }: Access): void {
  process.stdout.write(`確認コード　${codeOf(secret, Date.now())}\n`)
}
