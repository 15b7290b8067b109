import type { Page } from '@playwright/test'
import { audible, expect, sentences, test } from '../../fixtures/faults.ts'
import { Reader } from '../../fixtures/reader.ts'

/** Counts how often a page of this tab resumes its AudioContext, the first step of playback after a reload. */
async function watchSound(page: Page) {
  const asked = { times: 0 }
  await page.exposeFunction('countResume', () => void (asked.times += 1))
  await page.addInitScript(() => {
    const { resume } = AudioContext.prototype
    AudioContext.prototype.resume = function () {
      void (globalThis as unknown as { countResume: () => Promise<void> }).countResume()
      return resume.call(this)
    }
  })
  return asked
}

/** Playback can only start once the preferences are loaded. */
const preferencesOf = (page: Page) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === '/api/preferences')

/** Waits until the reader has restored the position and handled the parameters of its URL. */
async function waitUntilOpenAt(page: Page, reader: Reader, line: number) {
  await expect.poll(async () => (await reader.place()).line).toBe(line)
  // Effects run after the next two frames.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

test('product §2 Listen on a card plays the script, Continue resumes it; a reload and Back play nothing @core', async ({
  page,
  api,
}) => {
  const { _id, title } = await api.readyScript('begin', sentences(12))
  const reader = new Reader(page)
  const sound = await watchSound(page)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await page.goto('/dashboard')
  await card.getByRole('link', { name: 'Listen' }).click()
  await audible(reader, 1)
  await reader.pause()
  const { line } = await reader.place()

  sound.times = 0
  const known = preferencesOf(page)
  await page.reload()
  await known
  await waitUntilOpenAt(page, reader, line)
  expect(sound.times, 'after a reload').toBe(0)
  expect((await reader.place()).state).toBe('idle')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`/scripts/${_id}$`))
  await waitUntilOpenAt(page, reader, line)
  expect(sound.times, 'on the way back').toBe(0)
  expect((await reader.place()).state).toBe('idle')
  await page.goBack()

  await card.getByRole('link', { name: 'Continue' }).click()
  await audible(reader, line)
  await reader.pause()
})
