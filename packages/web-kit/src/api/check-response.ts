import { responseSchema, type Route } from '@andscene/contracts/define-route'
import { Errors } from 'typebox/schema'

declare const process: { env: { NODE_ENV?: string } }

/**
 * Validates a JSON response against the schema of its route. Throws a mismatch in tests, logs it elsewhere. Production
 * builds omit this module.
 */
export function checkResponse(route: Route, value: unknown): void {
  const schema = responseSchema(route)
  if (!schema) return
  const [isValid, errors] = Errors(schema, value)
  if (isValid) return
  const [first] = errors
  const error = new Error(
    `The response of ${route.id} does not match its schema: ${first?.instancePath} ${first?.message}`,
  )
  if (process.env.NODE_ENV === 'test') throw error
  // oxlint-disable-next-line no-console
  console.error(error.message, value)
}
