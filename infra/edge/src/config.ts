import { parseRemoteUrl } from '@andscene/contracts/text/remote-address'
import { BaseConfig, readConfig, splitList } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { metricsAddress, MetricsConfig } from '@andscene/service-kit/metrics/metrics-server'
import { ReleasesConfig, releasesIn } from '@andscene/releases/store/open-release-store'
import { isIP } from 'node:net'
import path from 'node:path'
import { Type } from '@andscene/contracts/schema/schema'
import { isLoopbackHost } from './hosts.ts'

export type EdgeConfig = ReturnType<typeof readEdgeConfig>

const limit = (usual: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, default: usual, description })

export const EdgeVariables = Type.Object({
  ...BaseConfig.properties,
  ...MetricsConfig.properties,
  WEB_ROOT: Type.String({ default: path.resolve(import.meta.dirname, '../../..') }),
  WEB_DIR: Type.String(),
  GATEWAY_URL: Type.String(),
  IDENTITY_URL: Type.Optional(Type.String()),
  IDENTITY_SECRET: Type.String({ default: '' }),
  MAILBOX: Type.Union([Type.Literal('yes'), Type.Literal('no')], {
    default: 'yes',
    description:
      '`no` disables the development mailbox, which all users of this machine can read; with TRUSTED_PROXIES it is always disabled',
  }),
  FIREBASE_PROJECT_ID: Type.String(),
  // The embedded identity accepts any key; the real service has its own.
  FIREBASE_API_KEY: Type.String({ default: 'embedded', description: 'web API key of the Firebase project' }),
  FIREBASE_AUTH_DOMAIN: Type.Optional(
    Type.String({ description: 'sign-in domain, by default PROJECT.firebaseapp.com' }),
  ),
  REMOTES_FILE: Type.Optional(
    Type.String({
      description:
        'JSON file with further remotes, also on other origins: absolute https URLs (http on loopback)',
    }),
  ),
  ...ReleasesConfig.properties,
  PUBLIC_ORIGIN: Type.String({ default: '' }),
  TRUSTED_PROXIES: Type.String({
    default: '',
    description:
      'addresses and networks of proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted, separated by commas',
  }),
  LIMIT_IN_FLIGHT: Type.Integer({ minimum: 1, default: 24 }),
  LIMIT_FILES_IN_FLIGHT: limit(500, 'concurrent file responses to one address'),
  LIMIT_CONNECTIONS: limit(1_000, 'connections of one address (trusted proxies are not limited)'),
  LIMIT_SIGN_IN: limit(
    10,
    'embedded identity, a minute: sign-in attempts at one account, and failed attempts of one address',
  ),
  LIMIT_ACCOUNTS: limit(
    20,
    'embedded identity, a minute and address: new and changed accounts, e-mails, codes',
  ),
})

/** Throws OperatorError with a message for the operator. */
export function readEdgeConfig(env: Record<string, string | undefined>) {
  const variables = readConfig(EdgeVariables, env)
  const projectId = variables.FIREBASE_PROJECT_ID
  const publicOrigins = splitList(variables.PUBLIC_ORIGIN).map(publicOrigin)
  const trustedProxies = splitList(variables.TRUSTED_PROXIES).map(proxyAddress)
  return {
    port: variables.PORT,
    host: variables.HOST,
    logLevel: variables.LOG_LEVEL,
    /** Project folder whose shells/ and remotes/ are served. */
    root: variables.WEB_ROOT,
    webDir: variables.WEB_DIR,
    gatewayUrl: variables.GATEWAY_URL,
    /** URL of the emulator; undefined with the real identity service. */
    identityUrl: variables.IDENTITY_URL,
    identitySecret: variables.IDENTITY_SECRET,
    identityLimits: { signIn: variables.LIMIT_SIGN_IN, accounts: variables.LIMIT_ACCOUNTS },
    /** Whether mails of the embedded identity can be read on this machine (decision 0024). */
    mailbox:
      variables.IDENTITY_URL !== undefined &&
      variables.MAILBOX === 'yes' &&
      variables.NODE_ENV !== 'production' &&
      isLoopbackAddress(variables.HOST) &&
      // Behind a local proxy every request comes from loopback.
      trustedProxies.length === 0 &&
      publicOrigins.every((origin) => isLoopbackHost(new URL(origin).host)),
    firebase: {
      apiKey: variables.FIREBASE_API_KEY,
      authDomain: authDomain(variables.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`),
      projectId,
    },
    /** JSON file whose remotes replace ours of the same name; they may be on other origins. */
    remotesFile: variables.REMOTES_FILE,
    /** Store of published remote versions; undefined for files below `webDir`. */
    releases: releasesIn(variables),
    publicOrigins,
    trustedProxies,
    limitInFlight: variables.LIMIT_IN_FLIGHT,
    limitFiles: variables.LIMIT_FILES_IN_FLIGHT,
    limitConnections: variables.LIMIT_CONNECTIONS,
    metrics: metricsAddress(variables),
  }
}

/** Accepts addresses of sockets and names that a server listens on. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin
  throw new OperatorError(`PUBLIC_ORIGIN must be like https://stage.example, not "${text}".`)
}

/** This origin may serve frames and scripts of every page. */
function authDomain(text: string): string {
  if (parseRemoteUrl(`https://${text}/`)?.pathname === '/') return text
  throw new OperatorError(`FIREBASE_AUTH_DOMAIN must be like stage.firebaseapp.com, not "${text}".`)
}

function proxyAddress(text: string): string {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const fits = isIP(address) > 0 && rest.length === 0 && (bits === undefined || isPrefix(bits, most))
  if (fits) return text
  throw new OperatorError(`TRUSTED_PROXIES must be addresses like 10.0.0.7 or 10.0.0.0/8, not "${text}".`)
}

const isPrefix = (bits: string, most: number) => /^\d{1,3}$/.test(bits) && Number(bits) <= most
