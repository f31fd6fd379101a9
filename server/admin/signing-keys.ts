/** Commands on the keys that sign links: of invitations, and of the page on which an applicant sees how it stands. */
import {
  addSigningKey,
  type KeySource,
  newSigningKey,
  readSigningKeys,
} from '../apply/signing-keys.ts'
import type { Config } from '../config/settings.ts'
import type { Command } from './command.ts'

/** `<group> keys new` and `<group> keys list`; `setting` is the one whose keys take the place of the file's. */
export function keyCommands(
  group: string,
  setting: keyof Config,
  sourceOf: (config: Config) => KeySource,
): Command[] {
  return [
    {
      name: `${group} keys new`,
      audited: true,
      takes: [],
      about: '署名の鍵を作ります。以後はこの鍵で署名し、古い鍵のリンクも有効なままです。',
      options: {},
      async run({ config, clock, out, say }) {
        const { keys, file } = sourceOf(config)
        if (keys.length > 0) {
          await out.write(`${newSigningKey(clock())}\n`)
          say(`この行を ${setting} の先頭に加えてください。`)
        } else say(`鍵 ${addSigningKey(file, clock()).id} を ${file} に加えました。`)
        return 0
      },
    },
    {
      name: `${group} keys list`,
      takes: [],
      about: '署名の鍵の名前を表示します。先頭の鍵で署名します。',
      options: {},
      async run({ config, out }) {
        const keys = readSigningKeys(sourceOf(config))
        await out.write(keys.map(({ id }) => `${id}\n`).join(''))
        return 0
      },
    },
  ]
}
