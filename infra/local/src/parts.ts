import { ISSUERS, type InternalKeys } from '@andscene/service-kit/tokens/internal-keys'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { IdentityKeys } from './identity-keys.ts'
import { operatorTargets } from './metrics-targets.ts'
import { environmentOf, type Family } from './part-environment.ts'
import { CACHE, ROOT } from './paths.ts'
import { localUrl } from './ports.ts'
import type { Environment } from './settings.ts'
import { httpProbe, type Part } from './supervisor/part.ts'

/** The account that a new DATA_DIR starts with; its password satisfies product §5. */
export const DEMO = { email: 'demo@andscene.example', password: 'Table-Read-1' } as const
export const EMBEDDED_PROJECT = 'demo-and-scene'

export type PartPorts = Record<
  'identity' | 'gateway' | 'scripts' | 'tts' | 'subscriptions' | 'edge',
  number
> & {
  workers: number[]
  metrics: Record<'edge' | 'identity', number>
}

type Issuer = (typeof ISSUERS)[number]

export type PartsInput = {
  env: Environment
  ports: PartPorts
  host: string
  dataDir: string
  redisUrl: string
  publicOrigin: string
  keys: InternalKeys<Issuer>
  identity: IdentityKeys | undefined
}

/**
 * MB. With the default size, requests are blocked for 25 to 60 ms while a script of 50,000 lines is read, because
 * survivors are copied.
 */
export const TTS_NODE_FLAG = '--max-semi-space-size=4'

/** Makes the GNU C library return freed memory to the system (decision 0054). */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** Our own processes with their environment (docs/reference/settings.md). */
export function ownParts(input: PartsInput): Part[] {
  const { env, ports, keys, dataDir, identity } = input
  const projectId = env['FIREBASE_PROJECT_ID'] || EMBEDDED_PROJECT
  const part = (name: string, entry: string, port: number, families: Family[], own: Environment): Part => ({
    name,
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', path.join(ROOT, entry)],
    env: {
      ...ALLOCATOR,
      ...environmentOf(env, ...families),
      HOST: '127.0.0.1',
      NODE_ENV: env['NODE_ENV'] || 'development',
      NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
      PORT: String(port),
      ...own,
    },
    channel: true,
    probe: httpProbe(`${localUrl(port)}/readyz`),
  })
  const signing = (issuer: Issuer) => ({
    INTERNAL_PRIVATE_KEY: keys.privateKeys[issuer],
    INTERNAL_PUBLIC_KEYS: keys.publicKeys,
  })
  const verifying = { INTERNAL_PUBLIC_KEYS: keys.publicKeys }
  const documents = { DATA_DIR: dataDir }
  const queue = { REDIS_URL: input.redisUrl }
  const accounts: Family[] = identity ? ['emulator'] : ['firebase', 'outside']
  const emulator = identity && { IDENTITY_URL: localUrl(ports.identity), IDENTITY_SECRET: identity.secret }
  return [
    ...(identity
      ? [
          {
            ...part('identity', 'infra/local/src/identity/main.ts', ports.identity, ['emulator'], {
              DATA_DIR: path.join(dataDir, 'identity'),
              METRICS_PORT: String(ports.metrics.identity),
              FIREBASE_PROJECT_ID: projectId,
              PUBLIC_ORIGIN: input.publicOrigin,
              IDENTITY_PRIVATE_KEY: identity.privateKey,
              IDENTITY_SECRET: identity.secret,
              DEMO_EMAIL: DEMO.email,
              DEMO_PASSWORD: DEMO.password,
            }),
            endsLast: true,
          },
        ]
      : []),
    part('gateway', 'services/gateway/src/main.ts', ports.gateway, ['queue', 'traces', ...accounts], {
      ...signing('gateway'),
      ...queue,
      FIREBASE_PROJECT_ID: projectId,
      PUBLIC_ORIGIN: input.publicOrigin,
      SCRIPTS_URL: localUrl(ports.scripts),
      TTS_URL: localUrl(ports.tts),
      SUBSCRIPTIONS_URL: localUrl(ports.subscriptions),
      ...(identity ? { ...emulator, IDENTITY_PUBLIC_KEY: identity.publicKey } : {}),
    }),
    part(
      'scripts',
      'services/scripts/src/main.ts',
      ports.scripts,
      ['documents', 'queue', 'mail', 'traces', ...accounts],
      {
        ...signing('scripts'),
        ...documents,
        ...queue,
        TTS_URL: localUrl(ports.tts),
        SUBSCRIPTIONS_URL: localUrl(ports.subscriptions),
        FIREBASE_PROJECT_ID: projectId,
        PUBLIC_ORIGIN: input.publicOrigin,
        ...emulator,
      },
    ),
    flagged(
      part('tts', 'services/tts/src/main.ts', ports.tts, [...SPEAKING, 'operators'], {
        ...signing('tts'),
        ...documents,
        ...queue,
        SCRIPTS_URL: localUrl(ports.scripts),
        ...(env['OPERATOR_TOKEN'] && { OPERATOR_TARGETS: operatorTargets(input) }),
      }),
      TTS_NODE_FLAG,
    ),
    part(
      'subscriptions',
      'services/subscriptions/src/main.ts',
      ports.subscriptions,
      ['documents', 'traces'],
      {
        ...verifying,
        ...documents,
      },
    ),
    ...ports.workers.map((port, index) =>
      part(`worker-${index + 1}`, 'services/tts/src/worker/main.ts', port, SPEAKING, {
        ...signing('tts'),
        ...documents,
        ...queue,
        SCRIPTS_URL: localUrl(ports.scripts),
        SPEECH_THREADS: env['SPEECH_THREADS'] || threadsEach(ports.workers.length),
        SPEECH_ENGINE_THREADS:
          env['SPEECH_ENGINE_THREADS'] || threadsTogether(env['SPEECH_THREADS'], ports.workers.length),
      }),
    ),
    {
      ...part('edge', 'infra/edge/src/main.ts', ports.edge, ['web', 'traces'], {
        HOST: input.host,
        METRICS_PORT: String(ports.metrics.edge),
        FIREBASE_PROJECT_ID: projectId,
        PUBLIC_ORIGIN: input.publicOrigin,
        WEB_DIR: path.join(dataDir, 'web'),
        GATEWAY_URL: localUrl(ports.gateway),
        ...emulator,
      }),
      probe: httpProbe(`http://${probeHost(input.host)}:${ports.edge}/readyz`),
    },
  ]
}

const SPEAKING: Family[] = ['documents', 'clips', 'queue', 'speech', 'voices', 'outside', 'traces']

const flagged = (part: Part, flag: string): Part => ({ ...part, args: [flag, ...part.args] })

/** The workers of a machine share its cores. */
const threadsEach = (workers: number) => String(Math.max(1, Math.floor(availableParallelism() / workers)))

/** All workers share one engine for natural voices, which may use the threads of all of them together. */
const threadsTogether = (each: string | undefined, workers: number) =>
  // The worker rejects an invalid number by the name of the variable that the operator set.
  String(Number(each) > 0 ? Number(each) * workers : availableParallelism())

const probeHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
