import { BaseConfig, InternalKeysConfig, readConfig } from '@andscene/service-kit/config'
import { AccountsConfig, checkAccounts } from '@andscene/service-kit/identity/accounts'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { Type, type Static } from '@andscene/contracts/schema/schema'

const limit = (usual: number, description: string) =>
  Type.Integer({ minimum: 1, default: usual, description })

export const GatewayVariables = Type.Object({
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  SCRIPTS_URL: Type.String(),
  TTS_URL: Type.String(),
  SUBSCRIPTIONS_URL: Type.String(),
  /** Shared rate-limit counters; without Redis each gateway counts alone. */
  ...RedisConfig.properties,
  /** Prefix of its keys in Redis, so that two platforms can share one. */
  QUEUE_PREFIX: Type.String({ default: 'andscene' }),
  ...AccountsConfig.properties,
  FIREBASE_AUTH_EMULATOR_HOST: Type.Optional(Type.String()),
  /** The key that verifies tokens of the embedded identity (base64 of PEM). */
  IDENTITY_PUBLIC_KEY: Type.Optional(Type.String()),
  PUBLIC_ORIGIN: Type.String({ default: 'http://localhost:4200' }),
  TRUSTED_PROXIES: Type.String({ default: '127.0.0.1,::1' }),
  LIMIT_PERSON: limit(6_000, 'requests a minute of one user, or of all guests at one address'),
  LIMIT_GUESTS: limit(24_000, 'requests a minute of all guests of one owner'),
  LIMIT_UPLOADS: limit(60, 'uploads a minute of one user'),
  LIMIT_VISITOR: limit(300, 'requests a minute of one address without a valid token'),
  LIMIT_NOTES: limit(
    30,
    'notes that one author, or all guests at one address, write or change a minute; all guests of one owner ten times as many',
  ),
  LIMIT_SIGN_UPS: limit(20, 'launch sign-ups a minute of one address'),
  LIMIT_LINK_FAILURES: limit(10, 'wrong passphrases for one link a minute, of one address'),
  LIMIT_LINK_OPENINGS: limit(60, 'openings of one link a minute, by one address'),
  LIMIT_LINK_GUESSES: limit(30, 'wrong passphrases for one link an hour, of all addresses'),
  LIMIT_LINK_GUESTS: limit(300, 'new guests of one link a day, at one address'),
  LIMIT_IN_FLIGHT: limit(
    24,
    'concurrent requests of one user, of all guests at one address, and of one address without a token',
  ),
  LIMIT_UPLOADS_IN_FLIGHT: limit(2, 'concurrent uploads of one user'),
  LIMIT_IN_FLIGHT_TOTAL: limit(
    1_000,
    'concurrent requests of one gateway; more get 503. The guests of one owner get a quarter of it',
  ),
  LIMIT_STREAMS_IN_FLIGHT: limit(8, 'concurrent event streams of one user'),
  LIMIT_GUEST_STREAMS_IN_FLIGHT: limit(32, 'concurrent event streams of all guests at one address'),
  LIMIT_STREAMS_IN_FLIGHT_TOTAL: limit(
    2_000,
    'concurrent event streams of one gateway; more get 503. The guests of one owner get a quarter of it',
  ),
})
export type GatewayConfig = Static<typeof GatewayVariables> & { INTERNAL_PRIVATE_KEY: string }

/** Reads the gateway's configuration. Throws for the embedded identity in production (architecture §4). */
export function gatewayConfig(env: Record<string, string | undefined> = process.env): GatewayConfig {
  const config = readConfig(GatewayVariables, env)
  if (config.FIREBASE_AUTH_EMULATOR_HOST)
    throw new OperatorError(
      'FIREBASE_AUTH_EMULATOR_HOST: must not be set, because unsigned tokens would be believed; the embedded identity needs none',
    )
  checkAccounts(config)
  if (config.IDENTITY_URL && !config.IDENTITY_PUBLIC_KEY)
    throw new OperatorError('IDENTITY_PUBLIC_KEY: is required with IDENTITY_URL')
  if (!config.INTERNAL_PRIVATE_KEY) throw new OperatorError('INTERNAL_PRIVATE_KEY: is required')
  return { ...config, INTERNAL_PRIVATE_KEY: config.INTERNAL_PRIVATE_KEY }
}
