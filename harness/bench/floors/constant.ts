/** The floor of what is answered: a bare server of the same framework that answers always the same, a look-up or a call of a registration. */
import Fastify from 'fastify'
import { API_BASE, PATHS } from '#contract/apply.ts'

const ANSWER = {
  status: 200,
  message: null,
  results: [
    {
      zipcode: '1310032',
      prefcode: '13',
      address1: '東京都',
      address2: '墨田区',
      address3: '東向島',
      kana1: 'トウキョウト',
      kana2: 'スミダク',
      kana3: 'ヒガシムコウジマ',
    },
  ],
}

const app = Fastify()
app.get(`${API_BASE}${PATHS.postalCodes}`, (_request, reply) => reply.send(ANSWER))
app.removeAllContentTypeParsers()
app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
)
app.post('/*', (_request, reply) => reply.send({ username: 'tmp-floor' }))
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${address.replace('127.0.0.1', 'localhost')}\n`)
