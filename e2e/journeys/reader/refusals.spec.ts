import { audible, expect, playFrom, test } from '../../fixtures/faults.ts'
import { Reader } from '../../fixtures/reader.ts'
import { login } from '../../fixtures/test.ts'

/* A browser that blocks autoplay or storage. */
test.use({
  // Trace snapshots count as a user gesture, and then the browser allows autoplay.
  trace: { mode: 'retain-on-failure', snapshots: false },
  // The browser logs every error response.
  expectedErrors: [/Failed to load resource|ERR_FAILED|ERR_INTERNET_DISCONNECTED/],
})

test('when autoplay is blocked, playback without a gesture shows a message, and a click plays', async ({
  page,
  script,
}) => {
  // Neither a media key nor the calls of this test before the message count as a user gesture.
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

test.describe('blocked storage', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('only loses stored state: users can sign in, read and listen', async ({ page, listener, script }) => {
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
