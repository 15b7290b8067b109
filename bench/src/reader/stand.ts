import type { CastingBody, Script } from '@andscene/contracts/script'
import config from '@andscene/e2e/playwright.config'
import { login } from '@andscene/e2e/fixtures/test'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { openStand } from '../narration/stand.ts'

const { launchOptions, viewport } = config.use!

/** The whole platform, a Chromium as the journeys use it, and somebody who is signed in there. */
export async function openReaderStand(env: Record<string, string> = {}) {
  const stand = await openStand(env, { web: true })
  const browser = await chromium.launch(launchOptions).catch(async (error: unknown) => {
    await stand.close()
    throw error
  })
  // Without a graphics card every moving thing is painted by the processors that make the sound.
  const contextOptions = {
    baseURL: stand.origin,
    viewport: viewport ?? null,
    reducedMotion: 'reduce',
  } as const
  const first = await browser.newContext(contextOptions)
  await login(await first.newPage(), stand.person)
  const storageState = await first.storageState({ indexedDB: true })
  await first.close()

  return {
    ...stand,
    browser,
    /** A profile without anything in its caches, signed in. */
    profile: (): Promise<BrowserContext> => browser.newContext({ ...contextOptions, storageState }),
    /** Casts a script; waits until all its clips are stored unless told otherwise. */
    async cast(script: Script, casting?: CastingBody): Promise<void> {
      await stand.api.cast(script, casting ?? (await stand.api.fliteCasting(script)))
      await stand.api.narrated(script)
    },
    async close() {
      await browser.close()
      await stand.close()
    },
  }
}
export type ReaderStand = Awaited<ReturnType<typeof openReaderStand>>

/** A Chromium whose profile is kept on disk, as a person's own is: files and compiled code outlast the page. */
export async function keptProfile(
  stand: ReaderStand,
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const folder = await temporaryFolder('andscene-profile')
  const context = await chromium.launchPersistentContext(folder.path, {
    ...launchOptions,
    baseURL: stand.origin,
    viewport: viewport ?? null,
  })
  await login(await context.newPage(), stand.person)
  return {
    context,
    async close() {
      await context.close()
      await folder.remove()
    },
  }
}

export type { Browser, BrowserContext, Page }
