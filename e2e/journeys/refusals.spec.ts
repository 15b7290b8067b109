import type { Route } from '@playwright/test'
import { audible, expect, openReader, playFrom, refusal, test } from '../fixtures/faults.ts'
import { Reader } from '../fixtures/reader.ts'
import { login } from '../fixtures/test.ts'

/* A browser that refuses sound or storage, and a platform that refuses the person. */
test.use({
  // Taking snapshots of a page counts as a gesture in it, and then no browser refuses autoplay.
  trace: { mode: 'retain-on-failure', snapshots: false },
  // The browser itself reports every response that is no success.
  expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
})

test('autoplay refused: playing without a gesture shows a message, and a click plays', async ({
  page,
  script,
}) => {
  // A media key is no gesture of the page, and neither is anything that this test asks before the message is there.
  await page.addInitScript(() => {
    const { mediaSession } = navigator
    const setHandler = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (action, handler) => {
      setHandler(action, handler)
      if (action === 'play' && handler) setTimeout(() => handler({ action }), 500)
    }
    new MutationObserver(() => {
      const alert = document.querySelector('[role=alert]')?.textContent
      if (alert) console.info(`told: ${alert}`)
    }).observe(document, { childList: true, subtree: true })
  })
  const told = page.waitForEvent('console', (message) => message.text().startsWith('told: '))
  await page.goto(`/scripts/${script._id}`)
  expect((await told).text()).toContain('Your browser is holding back the sound. Press play to hear it.')
  const reader = new Reader(page)
  expect((await reader.place()).state).toBe('stopped')
  await page.getByRole('alert').getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await reader.place()).state).toBe('playing')
  await expect(page.getByRole('alert')).toBeHidden()
})

test.describe('storage that is blocked', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('costs nothing but the memory: people sign in, read and listen', async ({
    page,
    listener,
    script,
  }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
        Object.defineProperty(window, name, {
          configurable: true,
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    await login(page, listener)
    await page.getByText(script.title, { exact: true }).first().click()
    const reader = new Reader(page)
    await expect(reader.line(0)).toBeVisible()
    await playFrom(reader, 0)
    await audible(reader, 2)
    await reader.pause()
  })
})

test('product §4 a device without room for clips: every line is heard, and none is said to be kept', async ({
  page,
  script,
}) => {
  await page.goto('/settings')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: 1,
  })
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 3)
  await reader.pause()
  for (const line of [0, 1, 2]) await expect(reader.chip(line, 'cache')).not.toHaveText('Local ✓')
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const found = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return found.reduce((sum, count) => sum + count, 0)
  })
  expect(kept, 'clips in Cache Storage').toBe(0)
})

test('product §6 several concurrent 401 lead to /secret-login once, and leave no data of the user', async ({
  page,
  script,
}) => {
  const reader = await openReader(page, script._id)
  await playFrom(reader, 0)
  await audible(reader, 0)
  await reader.pause()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => void addresses.push(new URL(frame.url()).pathname))

  const held: Route[] = []
  await page.route('**/api/**', async (route) => {
    held.push(route)
    if (held.length < 4) return
    await Promise.all(held.splice(0).map(async (one) => one.fulfill(refusal(401))))
  })
  await playFrom(reader, 19)
  await expect(page).toHaveURL(/\/secret-login$/)
  await expect(page.getByLabel('Username')).toBeVisible()
  for (const route of held.splice(0)) await route.fulfill(refusal(401)).catch(() => undefined)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => !/theme|email/.test(key))))
    .toEqual([])
  expect(addresses).toEqual(['/secret-login'])

  await page.unroute('**/api/**')
  await page.goto(`/scripts/${script._id}`)
  await expect(page, 'the session has ended').toHaveURL(/\/$/)
})
