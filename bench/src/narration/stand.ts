import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'

/** A temporary platform without limits that get in the way, and an account; with `web` its screens too. */
export async function openStand(env: Record<string, string> = {}, { web = false } = {}) {
  const platform = await temporaryPlatform({
    build: web,
    env: {
      LOG_LEVEL: 'warn',
      LIMIT_PERSON: '1000000',
      LIMIT_AUDIO_HOURS: '1000000',
      LIMIT_ACCOUNTS: '1000000',
      ...env,
    },
  })
  const person = await createAccount(platform.origin)
  return {
    /** Calls the gateway directly: the edge is not measured. */
    api: new PlatformClient(platform.urls.gateway, person.token),
    origin: platform.origin,
    person,
    close: platform.stop,
  }
}
export type Stand = Awaited<ReturnType<typeof openStand>>
