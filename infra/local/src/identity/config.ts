import { decodePem, readConfig } from '@andscene/service-kit/config'
import {
  metricsAddress,
  MetricsConfig,
  type MetricsAddress,
} from '@andscene/service-kit/metrics/metrics-server'
import type { Environment } from '../settings.ts'

export type IdentityConfig = {
  port: number
  /** Loopback, unless requests from other machines are blocked elsewhere, such as by a container's network. */
  host: string
  dataDir: string
  projectId: string
  publicOrigin: string
  privateKey: string
  /** The secret required in every request (port-guard.ts). */
  secret: string
  demo: { email: string; password: string } | undefined
  metrics: MetricsAddress | undefined
}

const LOOPBACK = '127.0.0.1'

/**
 * Reads the configuration. Throws an Error with one sentence for the operator; rejects production (architecture §4).
 */
export function readIdentityConfig(env: Environment): IdentityConfig {
  if (env['NODE_ENV'] === 'production' && env['ALLOW_PUBLIC_EMULATOR'] !== 'yes')
    throw new Error('The embedded identity service does not run in production.')
  const need = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} must be set.`)
    return value
  }
  const { DEMO_EMAIL: email, DEMO_PASSWORD: password } = env
  return {
    port: Number(env['PORT'] ?? 0),
    host: env['ALLOW_PUBLIC_EMULATOR'] === 'yes' ? (env['HOST'] ?? LOOPBACK) : LOOPBACK,
    dataDir: need('DATA_DIR'),
    projectId: need('FIREBASE_PROJECT_ID'),
    publicOrigin: need('PUBLIC_ORIGIN'),
    privateKey: decodePem(need('IDENTITY_PRIVATE_KEY')),
    secret: need('IDENTITY_SECRET'),
    demo: email && password ? { email, password } : undefined,
    metrics: metricsAddress(readConfig(MetricsConfig, env)),
  }
}
