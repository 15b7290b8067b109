import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ownParts } from '@andscene/local/parts'
import { partsInput } from '@andscene/local/testing/parts-input'
import { readTargets } from '@andscene/operators/targets'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { demoVariables, realVariables } from './keys.ts'

type Service = {
  image: string
  user: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  privileged?: boolean
  ports?: string[]
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  networks?: string[]
  network_mode?: string
  tmpfs: string[]
  logging: { driver: string; options: Record<string, string> }
  volumes?: string[]
  deploy: { resources: { limits: { cpus: string; memory: string; pids: number } } }
}
type Compose = {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}

const FOLDER = path.resolve(import.meta.dirname, '..')
const TEXT = readFileSync(path.join(FOLDER, 'compose.yaml'), 'utf8')
const overlay = (file: string) =>
  parse(readFileSync(path.join(FOLDER, file), 'utf8'), {
    merge: true,
    customTags: ['!reset'].map((tag) => ({ tag, collection: 'seq', identify: () => false })),
  }) as Compose
const { services, networks } = parse(TEXT, { merge: true }) as Compose
const OURS = ['edge', 'gateway', 'scripts', 'tts', 'tts-worker', 'subscriptions', 'identity', 'voices']
const SECRET = /_KEY$|_KEYS$|PASSWORD|SECRET|TOKEN$|_URI$/

describe('decision 0057: compose.yaml', () => {
  test.each(Object.entries(services))('%s has minimal permissions', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const { cpus, memory, pids } = service.deploy.resources.limits
    expect(Number(defaultOf(cpus))).toBeGreaterThan(0)
    expect(defaultOf(memory)).toMatch(/^\d+[MG]$/)
    expect(pids).toBeGreaterThan(0)
    expect(service.privileged).toBeUndefined()
    expect(service).not.toHaveProperty('cap_add')
    // Neither root nor its group.
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    // Writes outside of volumes are bounded: tmpfs sizes and log rotation.
    for (const mount of service.tmpfs) expect(mount).toMatch(/:size=\d+m\b/)
    expect(service.logging.options).toMatchObject({ 'max-size': '10m', 'max-file': '3' })
    const ofThisMachine = (service.volumes ?? []).filter((volume) => !/^[a-z]+:/.test(volume))
    expect(ofThisMachine.filter((volume) => !volume.endsWith(':ro'))).toEqual([])
  })

  test.each(readdirSync(FOLDER).filter((file) => /^compose\..+\.yaml$/.test(file)))(
    '%s weakens no permission',
    (file) => {
      const over = overlay(file)
      const keys = [
        'user',
        'read_only',
        'cap_drop',
        'cap_add',
        'security_opt',
        'privileged',
        'deploy',
        'tmpfs',
      ]
      for (const [name, service] of Object.entries(over.services))
        expect([name, ...Object.keys(service).filter((key) => keys.includes(key))]).toEqual([name])
      expect(Object.keys(over.services).filter((name) => !(name in services))).toEqual([])
    },
  )

  test('s3-setup creates the clips folder as the S3 user before S3 starts', () => {
    const { 's3-setup': setup, s3 } = services
    expect([setup!.user, setup!.volumes, setup!.network_mode]).toEqual([s3!.user, s3!.volumes, 'none'])
    expect(s3!.depends_on).toEqual({ 's3-setup': { condition: 'service_completed_successfully' } })
  })

  test('pins the image of every store', () => {
    const stores = Object.values(services).filter(({ image }) => !image.startsWith('${IMAGES'))
    expect(stores.map(({ image }) => image.replace(/^\$\{\w+:-(.*)\}$/, '$1'))).toEqual(
      stores.map(() => expect.stringMatching(/^[\w.-]+\.[a-z]+\/[\w/-]+:[\w.-]*\d[\w.-]*$/)),
    )
  })

  test('contains no secrets: they come from .env, and required ones have an error sentence', () => {
    const entries = Object.values(services).flatMap(({ environment }) => Object.entries(environment ?? {}))
    const secrets = entries.filter(([name]) => SECRET.test(name))
    expect(secrets.length).toBeGreaterThan(20)
    expect(secrets.filter(([, value]) => !String(value).startsWith('${'))).toEqual([])
    const asked = [...TEXT.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!)
    const made = realVariables()
    expect([...new Set(asked)].filter((name) => !(name in made))).toEqual([])
    // The operator fills in the empty ones: Compose refuses to start without them.
    expect(Object.keys(made).filter((name) => !TEXT.includes(`\${${name}:`))).toEqual([])
  })

  test('publishes only the edge, and a demo only on loopback', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    expect(published).toEqual(['edge ${DEMO_ADDRESS:-${EDGE_ADDRESS:-127.0.0.1}}:${EDGE_PORT:-4200}:8080'])
    expect(demoVariables()['DEMO_ADDRESS']).toBe('127.0.0.1')
  })

  test('architecture §6: a network connects two parts only where the architecture has an arrow', () => {
    const inside = Object.entries(networks).filter(([, options]) => options?.internal)
    expect(inside.length).toBeGreaterThan(15)
    const wrong = inside.filter(([network]) => {
      const [one, other, ...rest] = ends(network)
      return rest.length > 0 || (network !== 'setup-mongodb' && !mayReach(one, other))
    })
    expect(wrong.map(([network]) => network)).toEqual([])
    // The other networks lead outside; each has one part.
    const outside = Object.keys(networks).filter((name) => !networks[name]?.internal)
    expect(outside.filter((network) => ends(network).length !== 1)).toEqual([])
  })

  test('configures each part as the launcher does', () => {
    const parts = ownParts(partsInput({ FIREBASE_PROJECT_ID: 'real', WORKERS: '1' }, false))
    // Set by the image, used on one machine only, or replaced by settings of the stores.
    const elsewhere =
      /^(HOST|PORT|NODE_ENV|NODE_COMPILE_CACHE|MALLOC_\w+|DATA_DIR|WEB_DIR|SPEECH_ENGINE_THREADS|METRICS_\w+|PATH)$/
    for (const { name, env } of parts) {
      const configured = services[name === 'worker-1' ? 'tts-worker' : name]?.environment ?? {}
      const missing = Object.keys(env).filter((key) => !elsewhere.test(key) && !(key in configured))
      expect([name, ...missing]).toEqual([name])
    }
  })

  test('decision 0056: every part sends traces over its own network', () => {
    const over = overlay('compose.traces.yaml')
    const parts = OURS.filter((name) => name !== 'identity' && name !== 'voices')
    expect(Object.keys(over.services).sort()).toEqual(parts.toSorted())
    for (const [name, { environment = {}, networks: added = [] }] of Object.entries(over.services)) {
      expect([name, environment['OTEL_EXPORTER_OTLP_ENDPOINT']]).toEqual([name, expect.any(String)])
      const all = [...added, ...services[name]!.networks!]
      expect([name, all.filter((network) => !networks[network]?.internal).length]).toEqual([name, 1])
    }
    const joined = Object.values(over.services).flatMap(({ networks: added = [] }) => added)
    expect(joined.toSorted()).toEqual(Object.keys(over.networks).toSorted())
  })

  test("decision 0056: the operators' page reaches each part, and listens on loopback only", () => {
    const over = overlay('compose.operators.yaml')
    const { ports, environment = {}, networks: ways = [] } = over.services['tts']!
    expect(ports).toEqual(['127.0.0.1:${OPERATOR_PORT:-4290}:8080'])
    // Without Compose's interpolation syntax.
    const targets = readTargets(environment['OPERATOR_TARGETS']!.replaceAll(/\$\{\w+:[-+]|\}/g, ''))
    expect(targets.map(({ part }) => part).toSorted()).toEqual(
      ['edge', 'gateway', 'identity', 'scripts', 'subscriptions', 'tts', 'worker'].toSorted(),
    )
    for (const { origin } of targets) {
      const { hostname, port } = new URL(origin)
      const part = services[hostname]!
      expect([hostname, port]).toEqual([hostname, part.environment?.['METRICS_PORT'] ?? '8080'])
      const its = [...part.networks!, ...(over.services[hostname]?.networks ?? [])]
      const own = [...services['tts']!.networks!, ...ways]
      expect([hostname, its.some((network) => own.includes(network))]).toEqual([hostname, true])
    }
    // Each connects tts with one part only, and is internal.
    expect(Object.keys(over.networks).toSorted()).toEqual(ways.toSorted())
    for (const network of ways) {
      expect(over.networks[network]).toEqual({ internal: true })
      const ends = Object.keys(over.services).filter((name) =>
        over.services[name]!.networks!.includes(network),
      )
      expect([network, ends.length]).toEqual([network, 2])
    }
  })
})

/** The arrows of architecture §6; a network may connect only the two ends of one. */
const ARROWS: Record<string, readonly string[]> = {
  edge: ['gateway', 'identity'],
  gateway: ['identity', 'scripts', 'tts', 'subscriptions', 'valkey'],
  scripts: ['identity', 'tts', 'subscriptions', 'tts-worker', 'valkey', 'mongodb'],
  tts: ['valkey', 'mongodb', 's3'],
  'tts-worker': ['valkey', 'mongodb', 's3'],
  subscriptions: ['mongodb'],
}
const mayReach = (one = '', other = '') =>
  Boolean(ARROWS[one]?.includes(other) || ARROWS[other]?.includes(one))

/** The default of a variable that `.env` does not set. */
const defaultOf = (value: string) => value.replace(/^\$\{\w+:-(.*)\}$/, '$1')

/** The parts that a network connects. */
const ends = (network: string) =>
  Object.entries(services).flatMap(([name, service]) =>
    service.networks?.includes(network) && name !== 'mongodb-setup' && name !== 'voices' ? [name] : [],
  )
