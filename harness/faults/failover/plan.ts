/** What is done to the machines, and how long nobody may be without an answer. */
import { setTimeout } from 'node:timers/promises'

import { until } from '../../../server/testing/process.ts'
import type { DatabaseMachines } from './cluster.ts'
import type { Product, Products } from './products.ts'
import { killMachine, NODES, type Node, setNetwork } from './sandbox.ts'

export type Stage = { machines: DatabaseMachines; products: Products }

export type Fault = {
  name: string
  /** Seconds without an answer that are allowed. */
  boundS: number
  /** Does it, and resolves when all is as it was. */
  run(stage: Stage): Promise<void>
}

/** As in deploy/ha/patroni.yml. */
const TTL_S = 20
const NEW_PRIMARY_MS = 90_000

const kill: Fault = {
  name: "the primary's machine killed",
  boundS: TTL_S + 5,
  async run({ machines }) {
    const node = await primaryOf(machines)
    killMachine(node)
    await anotherThan(node, machines)
    machines.boot(node)
  },
}

const switchover: Fault = {
  name: 'switchover',
  boundS: 5,
  async run({ machines }) {
    const node = await primaryOf(machines)
    await machines.switchOver()
    await anotherThan(node, machines)
  },
}

const partition: Fault = {
  name: "the primary's network cut off",
  boundS: TTL_S + 5,
  async run({ machines }) {
    const node = await primaryOf(machines)
    setNetwork(node, 'down')
    await anotherThan(node, machines)
    await setTimeout(3000)
    setNetwork(node, 'up')
  },
}

const killProduct = (product: Product): Fault => ({
  name: 'a process of the product killed',
  boundS: 5,
  async run({ products }) {
    await products.stop(product, 'SIGKILL')
    await products.start(product)
  },
})

const restartProduct = (product: Product): Fault => ({
  name: 'a process of the product restarted',
  boundS: 5,
  async run({ products }) {
    const code = await products.stop(product, 'SIGTERM')
    if (code !== 0) throw new Error(`SIGTERM: exit code ${code}`)
    await products.start(product)
  },
})

const killPooler: Fault = {
  name: 'pgbouncer killed',
  boundS: 5,
  async run({ products }) {
    await products.killPooler()
    await setTimeout(2000)
    products.startPooler()
    await products.ready('app1')
  },
}

/** Main run: 10 kills, 5 switchovers, 3 partitions, and processes in between. */
export function planOf(quick: boolean, words: readonly string[]): Fault[] {
  const [a, b] = [killProduct('app1'), restartProduct('app2')]
  const each = [switchover, kill, partition, a, b, killPooler]
  if (words.length > 0) return each.filter(({ name }) => words.some((word) => name.includes(word)))
  if (quick) return each
  const rounds = Array.from({ length: 10 }, (_, round) => [
    kill,
    ...(round % 2 === 0 ? [switchover] : []),
    ...(round % 3 === 1 ? [partition, killPooler] : []),
    ...(round % 5 === 2 ? [a, killProduct('app2')] : []),
    ...(round % 5 === 4 ? [restartProduct('app1'), b] : []),
  ])
  return rounds.flat()
}

/** Both standbys are cut off for so long, while `look` is called each second. */
export async function withoutStandbys(
  { machines }: Stage,
  seconds: number,
  look: () => Promise<void>,
): Promise<void> {
  const leader = await primaryOf(machines)
  const standbys = NODES.filter((node) => node !== leader)
  for (const node of standbys) setNetwork(node, 'down')
  try {
    for (let second = 0; second < seconds; second += 1)
      await Promise.all([look(), setTimeout(1000)])
  } finally {
    for (const node of standbys) setNetwork(node, 'up')
  }
}

async function primaryOf(machines: DatabaseMachines): Promise<Node> {
  const leader = await machines.leader()
  if (!leader) throw new Error('there is no primary')
  return leader
}

async function anotherThan(node: Node, machines: DatabaseMachines): Promise<void> {
  const isAnother = async () => {
    const leader = await machines.leader()
    return leader !== undefined && leader !== node
  }
  await until(isAnother, NEW_PRIMARY_MS, 'another primary', 250)
}
