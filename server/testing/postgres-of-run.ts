/** For a whole run of Vitest: one PostgreSQL, started when a test first asks for a database, for that costs seconds. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '../../bin/memory.js'
import { type Cluster, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each request makes a new database and is answered its address. */
    postgresOfRun: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await servePostgres()
  project.provide('postgresOfRun', url)
  return close
}

/** Also for a program that runs Vitest many times: POSTGRES_OF_RUN is then its `url`. */
export async function servePostgres(): Promise<{ url: string; close(): Promise<void> }> {
  const given = process.env.POSTGRES_OF_RUN
  if (given) return { url: given, close: async () => {} }
  let cluster: Promise<Cluster> | undefined
  const server = createServer((_request, response) => {
    cluster ??= startInMemory()
    cluster.then(createDatabase).then(
      (url) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A process whose parent is gone must not stay for it.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      await (await cluster)?.remove()
    },
  }
}

/** A server of a test's own. */
export const startInMemory = (): Promise<Cluster> => startPostgres(folderOfRun())

/** The log may take half of it before a checkpoint. */
const ROOM_BYTES = 2 ** 31

/** On a disk, making a schema takes twice as long, and longer beside other work. */
export const folderOfRun = () => memoryFolder(ROOM_BYTES)

/** Locks and statistics of two databases know nothing of each other. */
async function createDatabase({ url }: Cluster): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return url.replace('/postgres?', `/${name}?`)
}
