import type { CastingBody, Script } from '@andscene/contracts/script'
import { login } from '@andscene/e2e/fixtures/test'
import config from '@andscene/e2e/playwright.config'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { chromium, type BrowserContext } from '@playwright/test'

const { launchOptions, viewport } = config.use!

/** Starts a temporary platform with limits that no benchmark reaches, and an account; `web` also starts its screens. */
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
    /** Calls the gateway directly, so that the edge is not measured. */
    api: new PlatformClient(platform.urls.gateway, person.token),
    gateway: platform.urls.gateway,
    origin: platform.origin,
    person,
    close: platform.stop,
    [Symbol.asyncDispose]: platform.stop,
  }
}
export type Stand = Awaited<ReturnType<typeof openStand>>

/** Does the same with the journeys' Chromium, signed in to the account. */
export async function openReaderStand(env: Record<string, string> = {}) {
  const stand = await openStand(env, { web: true })
  const browser = await chromium.launch(launchOptions).catch(async (error: unknown) => {
    await stand.close()
    throw error
  })
  // Without a graphics card, animations take CPU time from audio.
  const options = { baseURL: stand.origin, viewport: viewport ?? null, reducedMotion: 'reduce' } as const
  const first = await browser.newContext(options)
  await login(await first.newPage(), stand.person)
  const storageState = await first.storageState({ indexedDB: true })
  await first.close()
  return {
    ...stand,
    browser,
    /** A signed-in profile with empty caches. */
    profile: (): Promise<BrowserContext> => browser.newContext({ ...options, storageState }),
    /** Casts a script and waits until all its clips are stored. */
    async cast(script: Script, casting?: CastingBody): Promise<void> {
      await stand.api.cast(script, casting ?? (await stand.api.fliteCasting(script)))
      await stand.api.narrated(script)
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await stand.close()
    },
  }
}
export type ReaderStand = Awaited<ReturnType<typeof openReaderStand>>

/** A signed-in Chromium whose profile is on disk, so that cached files and compiled code survive closing the page. */
export async function keptProfile(
  stand: ReaderStand,
): Promise<{ context: BrowserContext } & AsyncDisposable> {
  const folder = await temporaryFolder('andscene-profile')
  const context = await chromium.launchPersistentContext(folder.path, {
    ...launchOptions,
    baseURL: stand.origin,
    viewport: viewport ?? null,
  })
  await login(await context.newPage(), stand.person)
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close()
      await folder.remove()
    },
  }
}
