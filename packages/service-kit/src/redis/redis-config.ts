import { Type, type Static } from '@andscene/contracts/schema/schema'
import { splitList } from '../config.ts'
import { OperatorError } from '../operator-error.ts'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

/** The Redis configuration of every process that uses the queue or rate limits; extend a schema with its properties. */
export const RedisConfig = Type.Object({
  REDIS_URL: optionalText(
    'an existing Redis or Valkey (append-only file, `noeviction`), instead of a private one',
  ),
  REDIS_SENTINELS: optionalText('instead of REDIS_URL: Sentinels, such as `a:26379,b:26379,[::1]:26379`'),
  REDIS_MASTER: optionalText('name of the primary at the Sentinels, by default `mymaster`'),
  REDIS_USERNAME: optionalText('user of the servers behind the Sentinels; REDIS_URL contains its own'),
  REDIS_PASSWORD: optionalText('password of the servers behind the Sentinels'),
  REDIS_SENTINEL_PASSWORD: optionalText('password of the Sentinels'),
  REDIS_TLS: Type.Optional(
    Type.Union([Type.Literal('yes'), Type.Literal('no')], {
      description: '`yes` connects to Sentinels and servers with TLS',
    }),
  ),
})
export type RedisConfig = Static<typeof RedisConfig>

export type RedisSentinels = {
  sentinels: { host: string; port: number }[]
  master: string
  username: string | undefined
  password: string | undefined
  sentinelPassword: string | undefined
  tls: boolean
}

/** The URL of one Redis, or the Sentinels that know the primary. */
export type RedisTarget = string | RedisSentinels

const SENTINEL_PORT = 26_379
const USUAL_MASTER = 'mymaster'
const BESIDE_SENTINELS = [
  'REDIS_MASTER',
  'REDIS_USERNAME',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_TLS',
] as const

/** Undefined when the environment configures no Redis. Throws OperatorError; its message never contains a password. */
export function redisTarget(config: RedisConfig): RedisTarget | undefined {
  const { REDIS_URL: url, REDIS_SENTINELS: list } = config
  if (url && list) throw new OperatorError('REDIS_URL: must not be set together with REDIS_SENTINELS')
  if (list) return sentinels(list, config)
  // Unused, they would be missed where it matters: at the first connection.
  const unused = BESIDE_SENTINELS.find((name) => config[name])
  if (unused)
    throw new OperatorError(`${unused}: is used only with REDIS_SENTINELS; REDIS_URL contains its own`)
  return url || undefined
}

/** Like redisTarget, but throws when Redis is not configured. */
export function requiredRedis(config: RedisConfig): RedisTarget {
  const target = redisTarget(config)
  if (!target) throw new OperatorError('REDIS_URL: is required, or REDIS_SENTINELS')
  return target
}

function sentinels(list: string, config: RedisConfig): RedisSentinels {
  const addresses = splitList(list).map(address)
  if (addresses.length === 0) throw badAddress(list)
  return {
    sentinels: addresses,
    master: config.REDIS_MASTER || USUAL_MASTER,
    username: config.REDIS_USERNAME || undefined,
    password: config.REDIS_PASSWORD || undefined,
    sentinelPassword: config.REDIS_SENTINEL_PASSWORD || undefined,
    tls: config.REDIS_TLS === 'yes',
  }
}

function address(text: string): { host: string; port: number } {
  const parsed = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text)
  const port = Number(parsed?.[3] ?? SENTINEL_PORT)
  if (!parsed || port < 1 || port > 65_535) throw badAddress(text)
  return { host: parsed[1] ?? parsed[2]!, port }
}

/** A URL with a password is a likely mistake: the message must not repeat it. */
const badAddress = (text: string) =>
  new OperatorError(
    `REDIS_SENTINELS: must be addresses like sentinel-1:26379,sentinel-2:26379${text.includes('@') ? '' : `, not "${text}"`}`,
  )
