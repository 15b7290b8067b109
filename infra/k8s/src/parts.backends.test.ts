import { EDGE_MS, SHARED_ENGINE_MS } from '@andscene/contracts/deadlines'
import { createInternalKeys } from '@andscene/service-kit/tokens/internal-keys'
import { beforeAll, describe, expect, test } from 'vitest'
import { allows, isIsolated, readPolicies, type Policy } from './network-policies.ts'
import {
  behind,
  entryOf,
  environmentOf,
  isPart,
  main,
  METRICS_PORT,
  podOf,
  PORT,
  servicesToldTo,
  STRANGERS,
} from './testing/parts.ts'
import {
  ofKind,
  OVERLAYS,
  readResources,
  renderText,
  workloads,
  type Resource,
  type Workload,
} from './render.ts'
import { settingsOf } from './testing/settings-of.ts'

/** Time in which a service exits after SIGTERM (architecture §10). */
const EXIT_S = 5
/** Read by libraries, not by our configuration. */
const LIBRARY_VARIABLES = ['GOOGLE_APPLICATION_CREDENTIALS']

const keys = createInternalKeys(['gateway', 'scripts', 'tts'])
const SECRETS: Record<string, string> = {
  'gateway-private-key': keys.privateKeys.gateway,
  'scripts-private-key': keys.privateKeys.scripts,
  'tts-private-key': keys.privateKeys.tts,
  'public-keys': keys.publicKeys,
  'mongodb-uri': 'mongodb://u:p@mongodb:27017/andscene',
  's3-access-key': 'a',
  's3-secret-key': 's',
}

describe.each(OVERLAYS)('decision 0058: the parts of %s', (overlay) => {
  let resources: Resource[]
  let all: Workload[]
  let parts: Workload[]
  let policies: Policy[]
  const environment = (part: Workload) =>
    environmentOf(part, resources, ({ key, optional }) => {
      // Redis by URL where the settings name no Sentinels.
      if (key === 'redis-url') return overlay === 'small' ? 'redis://:p@valkey:6379' : undefined
      if (!optional && SECRETS[key] === undefined) throw new Error(`no secret for ${key}`)
      return SECRETS[key]
    })
  /** Throws the error that would stop the process. */
  const known = (part: Workload) => settingsOf(entryOf(part), environment(part))
  beforeAll(async () => {
    resources = readResources(await renderText(overlay))
    all = workloads(resources)
    parts = all.filter(isPart)
    policies = readPolicies(resources)
  })

  test('set only variables that their code reads', () => {
    const unknown = parts.flatMap((part) => {
      const names = known(part)
      const own = (main(part).env ?? []).map(({ name }) => name)
      return own.filter((name) => !names.has(name) && !LIBRARY_VARIABLES.includes(name))
    })
    expect(unknown).toEqual([])
  })

  test('share no variable that none of them reads', () => {
    const names = parts.map(known)
    const [settings] = ofKind(resources, 'ConfigMap')
    const shared = Object.keys(settings!.data!).filter((name) => name !== 'EDGE_TRUSTED_PROXIES')
    expect(shared.filter((name) => !names.some((one) => one.has(name)))).toEqual([])
  })

  test('can reach exactly the addresses in their settings', () => {
    const told = parts.flatMap((part) => {
      const names = known(part)
      return servicesToldTo(environment(part), resources)
        .filter(({ variable }) => names.has(variable))
        .map(({ service, port }) => `${part.name} → ${behind(service, resources).name}:${port}`)
    })
    const ports = [...new Set(ofKind(resources, 'Service').flatMap(portsOf)), 1, 443]
    const open = all.flatMap((from) =>
      all
        .filter((to) => to !== from)
        .flatMap((to) => {
          const reached = ports.filter((port) => allows(policies, podOf(from), podOf(to), port))
          return reached.map((port) => `${from.name} → ${to.name}:${port}`)
        }),
    )
    expect(told).toContain('edge → gateway:8080')
    expect(open.toSorted()).toEqual([...new Set(told)].toSorted())
  })

  test('accept connections from outside only from the ingress (edge) and Prometheus (all)', () => {
    for (const part of all) {
      const pod = podOf(part)
      const entered = Object.keys(STRANGERS).filter((who) => allows(policies, STRANGERS[who]!, pod, PORT))
      const door = part.name === 'edge' ? ['ingress controller'] : []
      expect([part.name, ...entered]).toEqual([part.name, ...door, 'prometheus'])
      const metrics = Object.keys(STRANGERS).filter((who) =>
        allows(policies, STRANGERS[who]!, pod, METRICS_PORT),
      )
      expect([part.name, ...metrics]).toEqual([part.name, 'prometheus'])
      const isolated = [isIsolated(policies, pod, 'Ingress'), isIsolated(policies, pod, 'Egress')]
      expect([part.name, ...isolated]).toEqual([part.name, true, true])
    }
  })

  test('connect to nothing outside, except the internet where they need it', () => {
    const addresses = ['169.254.169.254', '10.9.9.9', '203.0.113.7']
    for (const part of all) {
      const pod = podOf(part)
      const away = Object.keys(STRANGERS).filter((who) => allows(policies, pod, STRANGERS[who]!, PORT))
      const outside = addresses.filter((address) => allows(policies, pod, { kind: 'address', address }, 443))
      const internet = ['gateway', 'scripts', 'tts', 'tts-worker'].includes(part.name) ? ['203.0.113.7'] : []
      expect([part.name, ...away, ...outside]).toEqual([part.name, ...internet])
    }
  })

  test('have a grace period longer than the longest request or clip', () => {
    const waits = parts.map((part) => {
      const sleepS = main(part).lifecycle?.preStop?.sleep?.seconds ?? 0
      const drainMs = Number(environment(part)['WORKER_DRAIN_MS'] ?? 0)
      return { name: part.name, sleepS, drainMs, graceS: part.pod.terminationGracePeriodSeconds ?? 0 }
    })
    for (const { sleepS, drainMs, graceS } of waits)
      expect(graceS).toBeGreaterThanOrEqual(sleepS + drainMs / 1_000 + EXIT_S)
    for (const { sleepS } of waits.filter(({ name }) => name !== 'tts-worker'))
      expect(sleepS * 1_000).toBeGreaterThan(EDGE_MS)
    const worker = waits.find(({ name }) => name === 'tts-worker')
    expect(worker?.drainMs).toBeGreaterThan(SHARED_ENGINE_MS)
    expect(worker?.sleepS).toBe(0)
  })
})

function portsOf({ spec }: Resource): number[] {
  return (spec['ports'] as { port: number }[]).map(({ port }) => port)
}
