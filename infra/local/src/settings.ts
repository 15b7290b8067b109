import { availableParallelism } from 'node:os'
import path from 'node:path'
import { ExpectedFailure } from './failure.ts'
import { ROOT } from './paths.ts'

export type Environment = Record<string, string | undefined>

/** What a platform is started with. */
export type Settings = {
  /** 0: any free one. */
  port: number
  host: string
  dataDir: string
  workers: number
}

const DEFAULT_PORT = 4200

/** Reads PORT, HOST, DATA_DIR and WORKERS; what does not fit is an ExpectedFailure. */
export function readSettings(env: Environment, given: Partial<Settings> = {}): Settings {
  return {
    port: given.port ?? integer(env, 'PORT', DEFAULT_PORT, 65_535),
    host: given.host ?? (env['HOST'] || '127.0.0.1'),
    dataDir: path.resolve(ROOT, given.dataDir ?? (env['DATA_DIR'] || '.data')),
    workers:
      given.workers ?? integer(env, 'WORKERS', Math.max(1, Math.floor(availableParallelism() / 2)), 64),
  }
}

/** The address people use: PUBLIC_ORIGIN, else this machine's. Throws ExpectedFailure. */
export function readPublicOrigin(env: Environment, port: number): string {
  const text = env['PUBLIC_ORIGIN'] || `http://localhost:${port}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new ExpectedFailure(
      `PUBLIC_ORIGIN must be an address without a path, such as https://read.example, not "${text}".`,
    )
  return url.origin
}

/** A whole number from 0 to `most`; throws ExpectedFailure. */
export function integer(env: Environment, name: string, fallback: number, most: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new ExpectedFailure(`${name} must be a whole number from 0 to ${most}, not "${text}".`)
  return value
}
