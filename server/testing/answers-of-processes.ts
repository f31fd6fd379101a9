/** For servers that journeys start, by `--import`: an answer that its route does not state becomes a 500. */
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { takeFaults } from './answers.ts'

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', (_request, _reply, _payload, done) => {
    const [fault] = takeFaults()
    if (fault === undefined) return done()
    console.error(fault)
    done(new Error('an answer that no schema allows'))
  })
})
