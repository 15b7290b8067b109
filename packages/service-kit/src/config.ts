import { readFileSync } from 'node:fs'
import { Type, type Static, type TObject } from 'typebox'
import { Value } from 'typebox/value'

/** What each HTTP process reads from its environment; extend it with `Type.Object({ ...BaseConfig.properties, … })`. */
export const BaseConfig = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  LOG_LEVEL: Type.String({ default: 'info' }),
  NODE_ENV: Type.String({ default: 'development' }),
})
export type BaseConfig = Static<typeof BaseConfig>

/** For processes that speak with other services (architecture §5). Keys are base64 of their PEM form. */
export const InternalKeysConfig = Type.Object({
  INTERNAL_PRIVATE_KEY: Type.Optional(Type.String()),
  /** JSON: issuer → public key. */
  INTERNAL_PUBLIC_KEYS: Type.String({ default: '{}' }),
})

/** The environment does not fit. Its message names the variable and is meant for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads and converts the variables that the schema names; everything else in the environment is ignored. The value of
 * `NAME` may stand in the file that `NAME_FILE` names, as secrets are given to containers.
 */
export function readConfig<T extends TObject>(
  schema: T,
  env: Record<string, string | undefined> = process.env,
): Static<T> {
  const named = Object.fromEntries(
    Object.keys(schema.properties)
      .map((key) => [key, env[key] || fromFile(key, env)])
      .filter(([, value]) => value !== undefined),
  )
  const value = Value.Default(schema, Value.Convert(schema, named))
  const [first] = Value.Errors(schema, value)
  if (first) {
    const name = first.instancePath.slice(1) || 'environment'
    throw new ConfigError(`${name}: ${first.message}`)
  }
  return value as Static<T>
}

function fromFile(key: string, env: Record<string, string | undefined>): string | undefined {
  const file = env[`${key}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (cause) {
    throw new ConfigError(`${key}_FILE: cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}

/** The parts of a list that commas separate. */
export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A PEM key that travels through the environment as base64. */
export const decodePem = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')
