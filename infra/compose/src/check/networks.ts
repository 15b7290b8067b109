import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Stand } from './stand.ts'

/** Who listens where. */
const PORTS: Record<string, number> = {
  edge: 8080,
  gateway: 8080,
  scripts: 8080,
  tts: 8080,
  subscriptions: 8080,
  'tts-worker': 8080,
  identity: 8080,
  valkey: 6379,
  mongodb: 27017,
  s3: 9000,
}
/** The arrows of architecture §1; on the network of one its ends reach each other. */
const ARROWS = [
  ['edge', 'gateway'],
  ['edge', 'identity'],
  ['gateway', 'identity'],
  ['gateway', 'scripts'],
  ['gateway', 'tts'],
  ['gateway', 'subscriptions'],
  ['gateway', 'valkey'],
  ['scripts', 'identity'],
  ['scripts', 'tts'],
  ['scripts', 'subscriptions'],
  ['scripts', 'tts-worker'],
  ['scripts', 'valkey'],
  ['scripts', 'mongodb'],
  ['tts', 'valkey'],
  ['tts', 'mongodb'],
  ['tts', 's3'],
  ['tts-worker', 'valkey'],
  ['tts-worker', 'mongodb'],
  ['tts-worker', 's3'],
  ['subscriptions', 'mongodb'],
] as const
/** Those that may reach what is elsewhere: the edge because its port is published. */
export const OUTSIDE = ['edge', 'gateway', 'scripts', 'tts', 'tts-worker']

export const mayReach = (from: string, to: string): boolean =>
  ARROWS.some(([one, other]) => (one === from && other === to) || (one === to && other === from))

/** Run inside a part: which of these addresses take a connection. */
const TRY = (addresses: readonly string[]) => `
import { connect } from 'node:net'
const tried = ${JSON.stringify(addresses)}.map((address) => new Promise((resolve) => {
  const [host, port] = address.split(' ')
  const socket = connect({ host, port: Number(port), timeout: 1500 })
  const end = (answer) => { socket.destroy(); resolve([address, answer]) }
  socket.once('connect', () => end(true)).once('error', () => end(false)).once('timeout', () => end(false))
}))
console.log(JSON.stringify(Object.fromEntries(await Promise.all(tried))))
`

type Place = { service: string; address: string }

/** Every part tries every other by its name and by each of its addresses. Returns how many attempts were made. */
export async function tryNetworks(stand: Stand): Promise<number> {
  const containers = (await stand.containers()).filter(({ service }) => service in PORTS)
  const places: Place[] = []
  for (const { id, service } of containers) {
    const networks = JSON.parse(
      await stand.engine('container', 'inspect', '--format', '{{json .NetworkSettings.Networks}}', id),
    ) as Record<string, { IPAddress: string }>
    places.push({ service, address: `${service} ${PORTS[service]}` })
    for (const { IPAddress } of Object.values(networks))
      places.push({ service, address: `${IPAddress} ${PORTS[service]}` })
  }
  const wrong: string[] = []
  let attempts = 0
  // The stores have no Node to try with.
  for (const { id, service: from } of containers.filter(({ service }) => PORTS[service] === 8080)) {
    const others = places.filter(({ service }) => service !== from)
    const reached = JSON.parse(await stand.node(id, TRY(others.map(({ address }) => address)))) as Record<
      string,
      boolean
    >
    for (const { service: to, address } of others) {
      attempts += 1
      const isName = address.startsWith(`${to} `)
      // By address a part is reached on the networks that both are in, and on no other.
      if (reached[address] && !mayReach(from, to)) wrong.push(`${from} reaches ${to} at ${address}`)
      if (!reached[address] && isName && mayReach(from, to)) wrong.push(`${from} does not reach ${to}`)
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('; '))
  return attempts
}

/** Which addresses of this machine the published port answers on. */
export async function publishedOn(port: number): Promise<string[]> {
  const addresses = Object.values(networkInterfaces())
    .flat()
    .flatMap((found) => (found?.family === 'IPv4' ? [found.address] : []))
  const answers = await Promise.all(
    addresses.map(
      (host) =>
        new Promise<string[]>((resolve) => {
          const socket = connect({ host, port, timeout: 1_500 })
          const end = (answer: string[]) => {
            socket.destroy()
            resolve(answer)
          }
          socket.once('connect', () => end([host]))
          socket.once('error', () => end([])).once('timeout', () => end([]))
        }),
    ),
  )
  return answers.flat()
}
