/** The list of keys, and the switch that turns single letters off (WCAG 2.1.4). */
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { keysOf, SHORTCUT_NAMES, SHORTCUTS } from '../shortcuts.ts'
import { setLetters, useLetters, useShortcuts } from '../use-shortcuts.ts'

export const PLACES = {
  everywhere: 'どの画面でも',
  list: '一覧で',
  application: 'お申し込みの画面で',
  work: 'お申し込みの画面で。一覧では、選択した行をまとめて変更',
} as const

export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ help: () => setOpen(true) })
  return (
    <>
      <button type="button" className="secondary" onClick={() => setOpen(true)}>
        キー操作
      </button>
      {isOpen && (
        <Dialog className="shortcuts" aria-labelledby="shortcuts" onClose={() => setOpen(false)}>
          {(close) => (
            <>
              <h2 id="shortcuts">キー操作</h2>
              <ShortcutTable />
              <LetterSwitch />
              <p className="actions">
                <button type="button" onClick={close}>
                  閉じる
                </button>
              </p>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}

export function ShortcutTable() {
  return (
    <table className="lines keys">
      <thead>
        <tr>
          <th scope="col">キー</th>
          <th scope="col">働き</th>
        </tr>
      </thead>
      <tbody>
        {SHORTCUT_NAMES.map((name) => (
          <tr key={name}>
            <th scope="row">
              <kbd>{keysOf(name)}</kbd>
            </th>
            <td>
              <p>{SHORTCUTS[name].label}</p>
              <p className="support">{PLACES[SHORTCUTS[name].on]}</p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LetterSwitch() {
  const areOn = useLetters()
  return (
    <p>
      <label className="tick">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget }) => setLetters(currentTarget.checked)}
        />
        1文字のキー操作を使う
      </label>
    </p>
  )
}
