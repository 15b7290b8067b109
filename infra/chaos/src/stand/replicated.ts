import { ownParts, type PartsInput } from '@andscene/local/parts'
import type { PlatformOptions } from '@andscene/local/platform'
import { httpProbe, type Part } from '@andscene/local/supervisor/part'
import { freePort } from '@andscene/service-kit/free-port'
import type { Stage } from '../fault.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { startTestPlatform } from './under-load.ts'

const DOUBLED = ['gateway', 'scripts', 'tts', 'subscriptions', 'edge'] as const

/** A platform with two processes of every service, behind a balancer on the service's usual port. */
export async function startReplicated(stage: Stage, options: PlatformOptions) {
  /** Port of each process by name, such as `tts-2`. */
  const ports = new Map<string, number>()
  for (const name of DOUBLED) for (const one of [name, `${name}-2`]) ports.set(one, await freePort())
  const metrics = new Map([
    ['edge', await freePort()],
    ['edge-2', await freePort()],
  ])
  const opening = new Map<string, Promise<Balancer>>()
  const moved = (part: Part, name: string): Part => {
    const port = ports.get(name)!
    const own = {
      PORT: String(port),
      ...(metrics.has(name) && { METRICS_PORT: String(metrics.get(name)) }),
      // As on a separate machine.
      ...(name === 'edge-2' && { WEB_DIR: `${part.env['WEB_DIR']}-2` }),
    }
    const probe = httpProbe(`http://127.0.0.1:${port}/readyz`)
    return { ...part, name, env: { ...part.env, ...own }, probe }
  }
  const parts = (input: PartsInput) => {
    for (const name of DOUBLED)
      opening.set(name, openBalancer(input.ports[name], [ports.get(name)!, ports.get(`${name}-2`)!]))
    return ownParts(input).flatMap((part) =>
      opening.has(part.name) ? [moved(part, part.name), moved(part, `${part.name}-2`)] : [part],
    )
  }
  const platform = await startTestPlatform(stage, { ...options, parts })
  const balancers = new Map<string, Balancer>()
  for (const [name, balancer] of opening) balancers.set(name, await balancer)
  for (const balancer of balancers.values()) stage.defer(() => balancer.close())
  return {
    platform,
    ports,
    balancerOf: (name: string): Balancer | undefined => balancers.get(name.replace(/-\d$/, '')),
  }
}
