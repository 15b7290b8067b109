import { BaseConfig, InternalKeysConfig, readConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { Type, type Static } from '@andscene/contracts/schema'

const Schema = Type.Object({
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  SCRIPTS_URL: Type.String(),
  TTS_URL: Type.String(),
  SUBSCRIPTIONS_URL: Type.String(),
  /** Shared counters of the limits; without Redis each gateway counts alone. */
  ...RedisConfig.properties,
  /** What its keys in Redis begin with, so that two platforms may share one. */
  QUEUE_PREFIX: Type.String({ default: 'andscene' }),
  FIREBASE_PROJECT_ID: Type.String(),
  FIREBASE_AUTH_EMULATOR_HOST: Type.Optional(Type.String()),
  /** The embedded identity, instead of Firebase: its address, the secret of its port, its public key (base64 of PEM). */
  IDENTITY_URL: Type.Optional(Type.String()),
  IDENTITY_SECRET: Type.Optional(Type.String()),
  IDENTITY_PUBLIC_KEY: Type.Optional(Type.String()),
  ALLOW_PUBLIC_EMULATOR: Type.Optional(Type.String()),
  /** Origins that may call the API from a browser, separated by commas. */
  PUBLIC_ORIGIN: Type.String({ default: 'http://localhost:4200' }),
  /** Addresses whose X-Forwarded-For counts (product §10), separated by commas. */
  TRUSTED_PROXIES: Type.String({ default: '127.0.0.1,::1' }),
  /** Requests a minute: of a person, and of the guests at an address; of all guests of one owner. */
  LIMIT_PERSON: Type.Integer({ minimum: 1, default: 6_000 }),
  LIMIT_GUESTS: Type.Integer({ minimum: 1, default: 24_000 }),
  /** And a minute: uploads of a person, requests of a visitor's address, sign-ups from it. */
  LIMIT_UPLOADS: Type.Integer({ minimum: 1, default: 60 }),
  LIMIT_VISITOR: Type.Integer({ minimum: 1, default: 300 }),
  LIMIT_NOTES: Type.Integer({ minimum: 1, default: 30 }),
  LIMIT_SIGN_UPS: Type.Integer({ minimum: 1, default: 20 }),
  /**
   * Of one link: wrong passphrases and openings of an address, a minute; wrong passphrases of everybody, an hour; new guests of an
   * address, a day.
   */
  LIMIT_LINK_FAILURES: Type.Integer({ minimum: 1, default: 10 }),
  LIMIT_LINK_OPENINGS: Type.Integer({ minimum: 1, default: 60 }),
  LIMIT_LINK_GUESSES: Type.Integer({ minimum: 1, default: 30 }),
  LIMIT_LINK_GUESTS: Type.Integer({ minimum: 1, default: 300 }),
  /** Requests at a time: of a person, of the guests at an address, and of an address whose requests carry no valid token. */
  LIMIT_IN_FLIGHT: Type.Integer({ minimum: 1, default: 24 }),
  /** Uploads of a person at a time. */
  LIMIT_UPLOADS_IN_FLIGHT: Type.Integer({ minimum: 1, default: 2 }),
  /** Requests at a time of this process, whoever sent them: of the guests of one owner a quarter. */
  LIMIT_IN_FLIGHT_TOTAL: Type.Integer({ minimum: 1, default: 1_000 }),
  /** Event streams at a time: of a person, of the guests at an address, of this process (of one owner's guests a quarter). */
  LIMIT_STREAMS_IN_FLIGHT: Type.Integer({ minimum: 1, default: 8 }),
  LIMIT_GUEST_STREAMS_IN_FLIGHT: Type.Integer({ minimum: 1, default: 32 }),
  LIMIT_STREAMS_IN_FLIGHT_TOTAL: Type.Integer({ minimum: 1, default: 2_000 }),
  /** A mail server, smtp: or smtps: with name and password, and whom its mails are from; without it none are sent. */
  SMTP_URL: Type.Optional(Type.String()),
  MAIL_FROM: Type.Optional(Type.String()),
})
export type GatewayConfig = Static<typeof Schema> & { INTERNAL_PRIVATE_KEY: string }

/** The gateway's configuration. Embedded identity is refused in production (architecture §4). */
export function gatewayConfig(env: Record<string, string | undefined> = process.env): GatewayConfig {
  const config = readConfig(Schema, env)
  if (config.FIREBASE_AUTH_EMULATOR_HOST)
    throw new OperatorError(
      'FIREBASE_AUTH_EMULATOR_HOST: must not be set, because unsigned tokens would be believed; the embedded identity needs none',
    )
  if (config.IDENTITY_URL) {
    if (config.NODE_ENV === 'production' && config.ALLOW_PUBLIC_EMULATOR !== 'yes')
      throw new OperatorError('IDENTITY_URL: the embedded identity must not serve production')
    if (!config.IDENTITY_SECRET || !config.IDENTITY_PUBLIC_KEY)
      throw new OperatorError('IDENTITY_SECRET and IDENTITY_PUBLIC_KEY: are required beside IDENTITY_URL')
  }
  if (!config.INTERNAL_PRIVATE_KEY) throw new OperatorError('INTERNAL_PRIVATE_KEY: is required')
  judgeMail(config)
  return { ...config, INTERNAL_PRIVATE_KEY: config.INTERNAL_PRIVATE_KEY }
}

/** `And Scene <read@andscene.example>`, or the address alone. */
const SENDER = /^(?:[^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

/** The address of the server may hold a password, so no sentence repeats it. */
function judgeMail({ SMTP_URL: server, MAIL_FROM: from }: Static<typeof Schema>): void {
  if (server && !isMailServer(server))
    throw new OperatorError('SMTP_URL: must be like smtps://name:password@mail.example, without options')
  if (server && !from) throw new OperatorError('MAIL_FROM: is required beside SMTP_URL')
  if (from && !server) throw new OperatorError('SMTP_URL: is required beside MAIL_FROM')
  if (from && !SENDER.test(from))
    throw new OperatorError('MAIL_FROM: must be like And Scene <read@andscene.example>')
}

/** Name and password with their signs encoded; no options, of which some would switch TLS off. */
function isMailServer(address: string): boolean {
  const url = URL.parse(address)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname || url.search) return false
  try {
    decodeURIComponent(url.username + url.password)
    return true
  } catch {
    return false
  }
}
