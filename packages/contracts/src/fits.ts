import type { Static, TSchema } from 'typebox'

/** What is read of a schema; `fits.test.ts` holds the platform's own schemas to it. */
type Rule = {
  anyOf?: Rule[]
  const?: unknown
  type?: string
  pattern?: string
  items?: Rule
  properties?: Record<string, Rule>
  required?: string[]
}

/**
 * Whether a value is as a schema of platform.ts says. The schema library's own check is a tenth of the first page's
 * JavaScript, and what the page checks there needs a handful of keywords. Throws on a kind that is not one of them.
 */
export const fits = <T extends TSchema>(schema: T, value: unknown): value is Static<T> =>
  check(schema as Rule, value)

function check(rule: Rule, value: unknown): boolean {
  if (rule.anyOf) return rule.anyOf.some((one) => check(one, value))
  if ('const' in rule) return value === rule.const
  if (rule.type === 'boolean' || rule.type === 'number') return typeof value === rule.type
  if (rule.type === 'string')
    return typeof value === 'string' && (rule.pattern === undefined || new RegExp(rule.pattern).test(value))
  if (rule.type === 'array')
    return Array.isArray(value) && value.every((item) => check(rule.items ?? {}, item))
  if (rule.type !== 'object') throw new Error(`A schema of a kind that is not checked here: ${rule.type}`)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = value as Record<string, unknown>
  if (!(rule.required ?? []).every((name) => fields[name] !== undefined)) return false
  return Object.entries(rule.properties ?? {}).every(
    ([name, property]) => fields[name] === undefined || check(property, fields[name]),
  )
}
