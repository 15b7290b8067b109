import { ownParts, type PartsInput } from '@andscene/local/parts'
import { httpProbe, type Part } from '@andscene/local/supervisor/part'
import { freePort } from '@andscene/service-kit/free-port'
import { openBalancer, type Balancer } from './balancer.ts'

const DOUBLED = ['gateway', 'scripts', 'tts', 'subscriptions', 'edge'] as const
type Doubled = (typeof DOUBLED)[number]

export type DoubledParts = {
  /** For startPlatform: the product's parts, each service twice behind a balancer on its usual port. */
  parts(input: PartsInput): Part[]
  /** Port of each process by name, such as `tts-2`. */
  ports: Map<string, number>
  /** By service. */
  balancers: Promise<Map<Doubled, Balancer>>
}

/** Two processes of every service, behind balancers. */
export async function doubledParts(): Promise<DoubledParts> {
  const ports = new Map<string, number>()
  for (const name of DOUBLED) for (const one of [name, `${name}-2`]) ports.set(one, await freePort())
  const metrics = new Map([
    ['edge', await freePort()],
    ['edge-2', await freePort()],
  ])
  const opened = Promise.withResolvers<Map<Doubled, Balancer>>()
  const moved = (part: Part, name: string): Part => {
    const port = ports.get(name)!
    const own = {
      PORT: String(port),
      ...(metrics.has(name) && { METRICS_PORT: String(metrics.get(name)) }),
      // As on its own machine.
      ...(name === 'edge-2' && { WEB_DIR: `${part.env['WEB_DIR']}-2` }),
    }
    return {
      ...part,
      name,
      env: { ...part.env, ...own },
      probe: httpProbe(`http://127.0.0.1:${port}/readyz`),
    }
  }
  return {
    ports,
    balancers: opened.promise,
    parts(input) {
      const opening = DOUBLED.map(
        async (name) =>
          [name, await openBalancer(input.ports[name], [ports.get(name)!, ports.get(`${name}-2`)!])] as const,
      )
      Promise.all(opening).then((all) => opened.resolve(new Map(all)), opened.reject)
      return ownParts(input).flatMap((part) =>
        DOUBLED.includes(part.name as Doubled)
          ? [moved(part, part.name), moved(part, `${part.name}-2`)]
          : [part],
      )
    },
  }
}
