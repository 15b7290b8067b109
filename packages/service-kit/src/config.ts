import { misfit } from '@andscene/contracts/schema/fits'
import { Type, type Static, type TObject } from '@andscene/contracts/schema/schema'
import { readFileSync } from 'node:fs'
import { OperatorError } from './operator-error.ts'

/** The settings of every HTTP process; extend it with `Type.Object({ ...BaseConfig.properties, … })`. */
export const BaseConfig = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  LOG_LEVEL: Type.String({ default: 'info', description: 'log level of all processes' }),
  NODE_ENV: Type.String({ default: 'development' }),
})
export type BaseConfig = Static<typeof BaseConfig>

/** For processes that call other services (architecture §5). Keys are base64 of their PEM form. */
export const InternalKeysConfig = Type.Object({
  INTERNAL_PRIVATE_KEY: Type.Optional(Type.String()),
  /** JSON: issuer → public key. */
  INTERNAL_PUBLIC_KEYS: Type.String({ default: '{}' }),
})

/**
 * Reads and converts the variables that the schema names; other variables are ignored. The value of `NAME` may be in
 * the file that `NAME_FILE` names, which is how containers pass secrets.
 */
export function readConfig<T extends TObject>(
  schema: T,
  env: Record<string, string | undefined> = process.env,
): Static<T> {
  const value = Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, rule]) => {
      const text = env[name] || fromFile(name, env)
      const one = text === undefined ? (rule as Rule).default : converted(rule, text)
      return one === undefined ? [] : [[name, one]]
    }),
  )
  const name = misfit(schema, value)
  if (name !== undefined)
    throw new OperatorError(
      `${name}: ${name in value ? `must be ${described(schema.properties[name]!)}` : 'is required'}`,
    )
  return value as Static<T>
}

type Rule = {
  type?: string
  default?: unknown
  anyOf?: { const: string }[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
}

/**
 * Converts the text to a number if the schema requires one; otherwise returns the text, which then fails validation.
 */
function converted({ type }: Rule, text: string): unknown {
  if (type !== 'integer' && type !== 'number') return text
  const number = text.trim() ? Number(text) : NaN
  return Number.isNaN(number) ? text : number
}

/** Describes valid values of a schema, for the operator. */
function described(rule: Rule): string {
  if (rule.anyOf) return rule.anyOf.map((one) => one.const).join(' or ')
  if (rule.type === 'string') return `a text of at least ${rule.minLength} characters`
  const { minimum, exclusiveMinimum, maximum } = rule
  const kind = rule.type === 'integer' ? 'a whole number' : 'a number'
  if (maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${kind} of at least ${minimum}`
  return exclusiveMinimum === undefined ? kind : `${kind} above ${exclusiveMinimum}`
}

function fromFile(key: string, env: Record<string, string | undefined>): string | undefined {
  const file = env[`${key}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (cause) {
    throw new OperatorError(`${key}_FILE: cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    })
  }
}

/** Splits a comma-separated list. */
export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Encodes a PEM key as base64 for the environment. */
export const decodePem = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')
