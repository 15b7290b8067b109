import { Type } from '@andscene/contracts/schema/schema'
import { readConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { ROOT } from './paths.ts'

export type Environment = Record<string, string | undefined>

export type Settings = {
  /** 0 selects a free port. */
  port: number
  host: string
  dataDir: string
  workers: number
}

export const LauncherVariables = Type.Object({
  PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 4200,
    description: 'public port; all other ports are chosen automatically',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'address of the public port; another one requires real identity or ALLOW_PUBLIC_EMULATOR',
  }),
  PUBLIC_ORIGIN: Type.Optional(
    Type.String({
      description:
        'URL that users open, by default `http://localhost:PORT`; other hosts except loopback names get 421',
    }),
  ),
  DATA_DIR: Type.String({
    default: '.data',
    description: 'folder of documents, audio, the queue and accounts',
  }),
  WORKERS: Type.Integer({
    minimum: 0,
    maximum: 64,
    default: Math.max(1, Math.floor(availableParallelism() / 2)),
    description: 'worker processes that synthesize audio, by default one per two cores',
  }),
})

/** Reads PORT, HOST, DATA_DIR and WORKERS. Throws OperatorError. */
export function readSettings(env: Environment, given: Partial<Settings> = {}): Settings {
  const { PORT, HOST, DATA_DIR, WORKERS } = readConfig(LauncherVariables, env)
  return {
    port: given.port ?? PORT,
    host: given.host ?? HOST,
    dataDir: path.resolve(ROOT, given.dataDir ?? DATA_DIR),
    workers: given.workers ?? WORKERS,
  }
}

/** Returns PUBLIC_ORIGIN, or this machine's address by default. Throws OperatorError. */
export function readPublicOrigin(env: Environment, port: number): string {
  const text = env['PUBLIC_ORIGIN'] || `http://localhost:${port}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new OperatorError(
      `PUBLIC_ORIGIN must be an address without a path, such as https://read.example, not "${text}".`,
    )
  return url.origin
}
