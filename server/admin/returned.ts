/** Commands on mails that come back. */
import { randomBytes } from 'node:crypto'
import { isMailAddress } from '#domain/mail-address.ts'
import { returnedSentence } from '#domain/returned-mail.ts'
import { linkKeysOf, watchSigningKeys } from '../apply/signing-keys.ts'
import type { Config } from '../config/settings.ts'
import { transportOf } from '../delivery/deliveries.ts'
import { OperatorError } from '../errors.ts'
import { createLog } from '../observability/log.ts'
import { createNoticeReader } from '../returned/notice-reader.ts'
import { type ProbeOutcome, probeReturns } from '../returned/probe.ts'
import { createReturnAddresses } from '../returned/return-address.ts'
import { mailboxOf } from '../returned/returned-mails.ts'
import { type Command, type CommandContext, textOf, type Values } from './command.ts'

const SECONDS = 180

export const RETURNED_COMMANDS: readonly Command[] = [
  {
    name: 'returned probe',
    takes: [],
    about:
      '戻ったメールの設定を確かめます。存在しない宛先へ1通送り、メールボックスに戻るのを待ちます。',
    options: {
      to: {
        takes: '<メールアドレス>',
        about: '存在しない宛先（なければ MAIL_FROM のドメインの宛先）',
      },
      seconds: { takes: '<秒>', about: `戻るのを待つ時間（既定は ${SECONDS}）` },
    },
    run: probe,
  },
]

async function probe(
  { config, clock, say, out }: CommandContext,
  _args: readonly string[],
  values: Values,
): Promise<number> {
  if (config.MAIL_URL === '' || config.MAIL_RETURN === '')
    throw new OperatorError('settings', 'MAIL_URL と MAIL_RETURN を設定してください。')
  const to = recipientOf(config, textOf(values, 'to'))
  const seconds = Number(textOf(values, 'seconds') || SECONDS)
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new OperatorError('usage', '--seconds には秒数を整数で指定してください。')
  const keys = watchSigningKeys(linkKeysOf(config))
  say(`${to} へ1通送ります。`)
  const reader = createNoticeReader()
  const outcome = await probeReturns(
    {
      ...{ to, seconds },
      returns: createReturnAddresses(config.MAIL_RETURN, keys),
      mailbox: config.MAIL_RETURN_URL === '' ? undefined : mailboxOf(config),
      transportWith: (onReturnTo) => transportOf(config, onReturnTo),
    },
    { clock, log: createLog({ level: 'silent', clock, write: () => {} }), reader },
  ).finally(() => reader.close())
  await out.write(`${sentenceOf(outcome)}\n`)
  return outcome.step === 'done' || outcome.step === 'no_mailbox' ? 0 : 1
}

/** An address that nobody has, at the desk's own domain. */
function recipientOf({ MAIL_FROM }: Config, to: string): string {
  const domain = MAIL_FROM.address.split('@').at(-1)
  const address = to || `no-such-mailbox-${randomBytes(4).toString('hex')}@${domain}`
  if (!isMailAddress(address))
    throw new OperatorError('usage', '--to にはメールアドレスを指定してください。')
  return address
}

function sentenceOf(outcome: ProbeOutcome): string {
  switch (outcome.step) {
    case 'mailbox':
      return `メールボックスを開けません（${outcome.reason}）。MAIL_RETURN_URL、MAIL_RETURN_PASSWORD_FILE、MAIL_CA_FILE を確認してください。`
    case 'key':
      return 'LINK_KEYS に鍵がありません。サーバーを一度起動してください。'
    case 'relay':
      return `中継サーバーがメールを受け取りません（${outcome.reason}）。MAIL_URL を確認してください。`
    case 'recipient':
      return `中継サーバーが宛先をその場で断りました（${outcome.reason}）。受け取ったあとで戻る宛先を、--to に指定してください。`
    case 'sender':
      return '中継サーバーが MAIL_RETURN の差出人を断りました。メールは MAIL_FROM の差出人で出るため、戻ったことを確認できません。そのドメインの差出人を、中継サーバーで許可してください。'
    case 'no_mailbox':
      return '中継サーバーは MAIL_RETURN の差出人でメールを受け取りました。MAIL_RETURN_URL がないため、戻るところまでは確かめていません。'
    case 'returned':
      return '時間内に、メールボックスへ戻りませんでした。MAIL_RETURN の宛先がそのメールボックスに届くこと、迷惑メールに入っていないことを確認してください。'
    case 'done':
      return `${outcome.seconds}秒で戻りました：${returnedSentence(outcome.code)}`
  }
}
