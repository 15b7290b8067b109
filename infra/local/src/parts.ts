import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { InternalKeys } from './keys.ts'
import { CACHE, ROOT } from './paths.ts'
import type { Environment } from './settings.ts'
import { httpProbe, type Part } from './supervisor/part.ts'

/** The account a new DATA_DIR starts with; its password satisfies SPEC §5. */
export const DEMO = { email: 'demo@andscene.example', password: 'Table-Read-1' } as const
export const EMBEDDED_PROJECT = 'demo-and-scene'

export type PartPorts = Record<
  'identity' | 'gateway' | 'scripts' | 'tts' | 'subscriptions' | 'edge',
  number
> & {
  workers: number[]
}

export type PartsInput = {
  env: Environment
  ports: PartPorts
  host: string
  dataDir: string
  redisUrl: string
  publicOrigin: string
  keys: InternalKeys
  /** Set when identity is the real service: no emulator then. */
  realIdentity: boolean
}

/** Address of a process behind the edge. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** Our own processes with what each is told (the table of environment variables stands in the README). */
export function ownParts(input: PartsInput): Part[] {
  const { env, ports, keys, dataDir } = input
  const projectId = env['FIREBASE_PROJECT_ID'] || EMBEDDED_PROJECT
  const common: Environment = {
    ...env,
    HOST: '127.0.0.1',
    NODE_ENV: 'development',
    NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
    REDIS_URL: input.redisUrl,
    DATA_DIR: dataDir,
    FIREBASE_PROJECT_ID: projectId,
    SCRIPTS_URL: localUrl(ports.scripts),
    TTS_URL: localUrl(ports.tts),
    SUBSCRIPTIONS_URL: localUrl(ports.subscriptions),
  }
  const part = (name: string, entry: string, port: number, own: Environment): Part => ({
    name,
    file: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', path.join(ROOT, entry)],
    env: { ...common, PORT: String(port), ...own },
    channel: true,
    probe: httpProbe(`${localUrl(port)}/readyz`),
  })
  const signing = (issuer: keyof InternalKeys['privateKeys']) => ({
    INTERNAL_PRIVATE_KEY: keys.privateKeys[issuer],
    INTERNAL_PUBLIC_KEYS: keys.publicKeys,
  })
  const verifying = { INTERNAL_PUBLIC_KEYS: keys.publicKeys }
  const emulator = input.realIdentity
    ? []
    : [
        {
          ...part('identity', 'infra/local/src/identity/main.ts', ports.identity, {
            DATA_DIR: path.join(dataDir, 'identity'),
            DEMO_EMAIL: DEMO.email,
            DEMO_PASSWORD: DEMO.password,
          }),
          endsLast: true,
        },
      ]
  return [
    ...emulator,
    part('gateway', 'services/gateway/src/main.ts', ports.gateway, {
      ...signing('gateway'),
      PUBLIC_ORIGIN: input.publicOrigin,
      // It stands behind the edge alone; the proxies in front are the edge's to trust.
      TRUSTED_PROXIES: '',
      ...(input.realIdentity ? {} : { FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.identity}` }),
    }),
    part('scripts', 'services/scripts/src/main.ts', ports.scripts, signing('scripts')),
    part('tts', 'services/tts/src/main.ts', ports.tts, signing('tts')),
    part('subscriptions', 'services/subscriptions/src/main.ts', ports.subscriptions, verifying),
    ...ports.workers.map((port, index) =>
      part(`worker-${index + 1}`, 'services/tts/src/worker/main.ts', port, {
        ...signing('tts'),
        SPEECH_THREADS: input.env['SPEECH_THREADS'] || threadsEach(ports.workers.length),
      }),
    ),
    {
      ...part('edge', 'infra/local/src/edge/main.ts', ports.edge, {
        HOST: input.host,
        PUBLIC_ORIGIN: input.publicOrigin,
        WEB_DIR: path.join(dataDir, 'web'),
        GATEWAY_URL: localUrl(ports.gateway),
        ...(input.realIdentity ? {} : { IDENTITY_URL: localUrl(ports.identity) }),
      }),
      probe: httpProbe(`http://${probeHost(input.host)}:${ports.edge}/readyz`),
    },
  ]
}

/** The workers of one machine share its cores. */
const threadsEach = (workers: number) => String(Math.max(1, Math.floor(availableParallelism() / workers)))

const probeHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
