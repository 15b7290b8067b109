import { PublicConfig } from '@andscene/contracts/platform'
import { fits } from '@andscene/contracts/schema/fits'

/** Timeout for each file that startup requires. */
export const START_LIMIT_MS = 15_000

let current: PublicConfig | undefined

/**
 * Reads `/config.json` once, at startup. Throws when it is missing, malformed, or names no identity service (product
 * §5: startup requires api key, auth domain and project id).
 */
export async function loadConfig(address = '/config.json'): Promise<PublicConfig> {
  const response = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(START_LIMIT_MS) })
  if (!response.ok) throw new Error(`Failed to load the configuration (${response.status})`)
  return setConfig(await response.json())
}

export function setConfig(value: unknown): PublicConfig {
  if (!fits(PublicConfig, value)) throw new Error('The configuration is malformed')
  const { apiKey, authDomain, projectId } = value.firebase
  if (!apiKey || !authDomain || !projectId) {
    throw new Error(
      'The identity service is not configured: api key, auth domain and project id are required',
    )
  }
  current = value
  return value
}

/** URL of the mailbox of the embedded identity service, if there is one (decision 0024). */
export const mailboxAddress = (): string | undefined => current?.mailbox

/** Returns the configuration; throws before `loadConfig` has resolved. */
export function getConfig(): PublicConfig {
  if (!current) throw new Error('The configuration has not been loaded yet')
  return current
}
