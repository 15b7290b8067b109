import { ExpectedFailure } from '../failure.ts'
import { ROOT } from '../paths.ts'
import type { Environment } from '../settings.ts'
import { readIdentityLimits, type IdentityLimits } from './sign-in-limits.ts'

export type EdgeConfig = {
  port: number
  host: string
  /** Project folder whose shells/ and remotes/ are served. */
  root: string
  /** Where published builds are kept. */
  webDir: string
  gatewayUrl: string
  /** The emulator; absent when identity is the real service. */
  identityUrl: string | undefined
  /** What the emulator's port wants to see of us. */
  identitySecret: string
  identityLimits: IdentityLimits
  firebase: { apiKey: string; authDomain: string; projectId: string }
  /** JSON file whose remotes replace ours of the same name (they may be on other origins). */
  remotesFile: string | undefined
}

export function readEdgeConfig(env: Environment): EdgeConfig {
  const need = (name: string) => {
    const value = env[name]
    if (!value) throw new ExpectedFailure(`${name} must be set.`)
    return value
  }
  const projectId = need('FIREBASE_PROJECT_ID')
  return {
    port: Number(need('PORT')),
    host: env['HOST'] || '127.0.0.1',
    root: env['WEB_ROOT'] || ROOT,
    webDir: need('WEB_DIR'),
    gatewayUrl: need('GATEWAY_URL'),
    identityUrl: env['IDENTITY_URL'] || undefined,
    identitySecret: env['IDENTITY_SECRET'] ?? '',
    identityLimits: readIdentityLimits(env),
    firebase: {
      // The emulator takes any key; the real service has its own.
      apiKey: env['FIREBASE_API_KEY'] || 'embedded',
      authDomain: env['FIREBASE_AUTH_DOMAIN'] || `${projectId}.firebaseapp.com`,
      projectId,
    },
    remotesFile: env['REMOTES_FILE'] || undefined,
  }
}
