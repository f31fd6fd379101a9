/** nginx by the sample of deploy/, in front of two processes on one PostgreSQL. */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../../server/testing/process.ts'
import { NGINX, Nginx } from '../failover/nginx.ts'
import { PRODUCTS, Products } from '../failover/products.ts'
import { sendTooLarge } from '../failover/too-large.ts'
import type { Scene } from '../scene.ts'
import { type Drill, drill, type Stage } from './drill.ts'

const LOOKS = 40
const PER_SECOND = 8
const READY_MS = 10_000

type Site = { products: Products; scene: Scene }

async function behindNginx(stage: Stage): Promise<Site> {
  const scene = await stage.play.open()
  chmodSync(scene.folder, 0o755)
  const folder = join(scene.folder, 'site')
  mkdirSync(folder, { mode: 0o755 })
  const { database } = scene
  const products = new Products(folder, stage.play.tree, { app1: database, app2: database })
  for (const product of PRODUCTS) await products.start(product)
  const nginx = new Nginx(folder)
  stage.after(async () => {
    await nginx.stop()
    for (const product of PRODUCTS) await products.stop(product, 'SIGKILL')
  })
  await until(async () => (await look()).status === 200, READY_MS, 'served by nginx', 200)
  return { products, scene }
}

async function look(): Promise<{ status: number; text: string; headers: Headers }> {
  const headers = { connection: 'close' }
  const response = await fetch(`${NGINX}/entry/input`, { headers }).catch(() => undefined)
  if (!response) return { status: 0, text: '', headers: new Headers() }
  return { status: response.status, text: await response.text(), headers: response.headers }
}

async function looks(stage: Stage, about: string, beside: (count: number) => Promise<unknown>) {
  const statuses: number[] = []
  for (let count = 0; count < LOOKS; count += 1) {
    void beside(count)
    statuses.push((await look()).status)
    await setTimeout(1000 / PER_SECOND)
  }
  const others = statuses.filter((status) => status !== 200)
  if (others.length > 0)
    stage.play.complain(`${about}: ${others.length} of ${LOOKS} pages: ${[...new Set(others)]}`)
}

const RESTART = drill({
  part: 'nginx',
  name: 'the product restarts, and is gone',
  row: 'the product restarts behind nginx',
  events: [],
  heals: true,
  engine: 'PostgreSQL',
  async run(stage) {
    const { products, scene } = await behindNginx(stage)
    await scene.crowd.apply(NGINX, 2)
    for (const product of PRODUCTS) await products.stop(product, 'SIGTERM')
    const { status, text, headers } = await look()
    if (status !== 503 || !text.includes('ただいま接続できません'))
      stage.play.complain(`nobody there: ${status} ${text.slice(0, 80)}`)
    if (headers.get('retry-after') !== '5' || headers.get('cache-control') !== 'no-store')
      stage.play.complain(`nobody there: ${JSON.stringify([...headers])}`)
    for (const product of PRODUCTS) await products.start(product)
    await until(async () => (await look()).status === 200, READY_MS, 'served again', 200)
    await scene.crowd.apply(NGINX, 2)
    await scene.audit()
  },
})

const LARGE_BODIES = drill({
  part: 'nginx',
  name: 'one client posts a megabyte, eight times a second',
  row: 'a client sends too much',
  events: [],
  heals: true,
  engine: 'PostgreSQL',
  async run(stage) {
    const { scene } = await behindNginx(stage)
    scene.crowd.start(NGINX, 2)
    const told: Promise<string>[] = []
    await looks(
      stage,
      'beside large bodies',
      async (count) => void told.push(sendTooLarge(NGINX, count)),
    )
    await scene.crowd.stop()
    for (const wrong of new Set(await Promise.all(told)))
      if (wrong) stage.play.complain(`told: ${wrong}`)
    await scene.crowd.settle(NGINX)
    await scene.audit()
  },
})

const ONE_DEAD = drill({
  part: 'nginx',
  name: 'one of two processes is killed',
  row: 'one of two processes is gone',
  events: [],
  heals: true,
  engine: 'PostgreSQL',
  async run(stage) {
    const { products, scene } = await behindNginx(stage)
    await products.stop('app2', 'SIGKILL')
    scene.crowd.start(NGINX, 2)
    await looks(stage, 'one killed', async () => {})
    await scene.crowd.stop()
    await products.start('app2')
    await scene.crowd.settle(NGINX)
    await scene.audit()
  },
})

export const BEHIND_NGINX: readonly Drill[] = [RESTART, LARGE_BODIES, ONE_DEAD]
