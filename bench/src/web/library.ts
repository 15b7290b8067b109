import { addressOf } from '@andscene/contracts/call'
import type { ScriptListItem } from '@andscene/contracts/script'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { Page } from '@playwright/test'
import { openReaderStand } from '../stand.ts'
import { SETTLED_MS, tellSlowest, watchInteractions } from './interactions.ts'

const SCRIPTS = 500
const CPU_SLOWER = 4
const LIMIT_MS = 100
/** Delay between two keys of a fast typist. */
const KEY_MS = 80
/** Measures interaction to next paint in a library of 500 scripts, with a processor four times slower. */
export async function library(): Promise<void> {
  await using stand = await openReaderStand()
  const context = await stand.profile()
  const page = await context.newPage()
  await stubLibrary(page)
  await watchInteractions(page)
  await page.goto('/dashboard')
  await page.getByText(`${SCRIPTS} scripts`).waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })

  const find = page.getByLabel('Find a script')
  const type = (text: string) => page.keyboard.type(text, { delay: KEY_MS })
  await find.focus()
  await tell(page, 'find', async () => {
    await type('draft 49')
    for (let key = 0; key < 8; key += 1) await page.keyboard.press('Backspace', { delay: KEY_MS })
  })
  await page.getByLabel('Sort by').focus()
  await tell(page, 'sort', async () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(SETTLED_MS)
    }
  })
  await page.getByRole('heading', { level: 1 }).click()
  await tell(page, 'scroll', async () => {
    for (let n = 0; n < 10; n += 1) await page.keyboard.press('PageDown', { delay: KEY_MS })
    await page.keyboard.press('End')
    await page.waitForTimeout(SETTLED_MS)
    await page.keyboard.press('Home')
  })
  await tell(page, 'to Upload', () => page.getByRole('tab', { name: 'Upload' }).click())
  await tell(page, 'back to Scripts', () => page.getByRole('tab', { name: 'Scripts' }).click())
  await context.close()
}

const tell = (page: Page, name: string, act: () => Promise<void>) =>
  tellSlowest(page, `${SCRIPTS} scripts, ${name}`, act, { limit: LIMIT_MS })

const at = (address: string) => (url: URL) => url.pathname === address

/** Stubs the script list and the narrations. */
async function stubLibrary(page: Page): Promise<void> {
  const scripts = Array.from({ length: SCRIPTS }, (_, n): ScriptListItem => ({
    _id: `s${n}`,
    title: `Draft ${n}`,
    characterCount: 12,
    pages: 120,
    lineCount: 2_842,
    uploadedAt: new Date(Date.UTC(2026, 0, 1) - n * 86_400_000).toISOString(),
    castCount: n % 2 === 0 ? 13 : 0,
  }))
  await page.route(at(addressOf(listScripts, {})), (route) =>
    route.fulfill({ json: { success: true, data: { scripts } } }),
  )
  await page.route(at(listNarrations.path), (route) => {
    const ids = new URL(route.request().url()).searchParams.get('scripts')?.split(',') ?? []
    const narrations = ids.map((scriptId) => ({
      scriptId,
      total: 2_500,
      ready: 900,
      failed: 0,
      making: false,
    }))
    return route.fulfill({ json: { success: true, data: { narrations } } })
  })
}
