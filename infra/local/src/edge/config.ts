import { isIP } from 'node:net'
import { ExpectedFailure } from '../failure.ts'
import { ROOT } from '../paths.ts'
import { integer, type Environment } from '../settings.ts'
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
  /** Addresses people reach us by; loopback names always work beside them. */
  publicOrigins: string[]
  /** Addresses and networks whose X-Forwarded-For, -Proto and -Host count. */
  trustedProxies: string[]
  /** Calls at a time of one address that names no person. */
  limitInFlight: number
  /** Files at a time that are sent to one address. */
  limitFiles: number
  /** Connections at a time of one address that is no trusted proxy. */
  limitConnections: number
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
    publicOrigins: splitList(env['PUBLIC_ORIGIN']).map(publicOrigin),
    trustedProxies: splitList(env['TRUSTED_PROXIES']).map(proxyAddress),
    limitInFlight: Number(env['LIMIT_IN_FLIGHT']) || 24,
    limitFiles: integer(env, 'LIMIT_FILES_IN_FLIGHT', 500, 1_000_000),
    limitConnections: integer(env, 'LIMIT_CONNECTIONS', 1_000, 1_000_000),
  }
}

const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new ExpectedFailure(`PUBLIC_ORIGIN must be like https://stage.example, not "${text}".`)
}

function proxyAddress(text: string): string {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const fits = isIP(address) > 0 && rest.length === 0 && (bits === undefined || isPrefix(bits, most))
  if (fits) return text
  throw new ExpectedFailure(`TRUSTED_PROXIES must be addresses like 10.0.0.7 or 10.0.0.0/8, not "${text}".`)
}

const isPrefix = (bits: string, most: number) => /^\d{1,3}$/.test(bits) && Number(bits) <= most
