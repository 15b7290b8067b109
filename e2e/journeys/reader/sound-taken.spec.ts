import type { Page } from '@playwright/test'
import { audible, expect, openReader, playFrom, sentences, test } from '../../fixtures/faults.ts'

/** Pauses the page's media as the system does when headphones are removed or a call arrives. */
async function watchMedia(page: Page) {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      Object.assign(globalThis, { media: this })
      return play.call(this)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { media: HTMLMediaElement }).media.pause())
}

test('product §4 media that the system pauses pauses the reading, until the listener presses play', async ({
  page,
  script,
}) => {
  const pauseMedia = await watchMedia(page)
  const reader = await openReader(page, script._id)
  await playFrom(reader, 2)
  await audible(reader, 2)
  await pauseMedia()
  await reader.waitForState('paused')
  const { line, positionMs } = await reader.place()
  expect(positionMs).toBeGreaterThan(0)
  const artwork = await page.evaluate(() => navigator.mediaSession.metadata!.artwork[0]!.src)
  const image = await page.request.get(artwork)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  const listening = await reader.listen()
  await reader.play()
  const [[heard, positions]] = [...(await listening.until(line))] as [[number, number[]]]
  expect(heard).toBe(line)
  expect(positions[0]).toBeGreaterThanOrEqual(positionMs)
})

test('product §4 the sleep timer at the end of the scene: the last line is heard, playback pauses and says why', async ({
  page,
  api,
}) => {
  const headings = ['INT. HARBOUR - DAY', 'INT. TOWER - NIGHT'].map((text) => ({
    type: 'Scene Heading',
    text,
  }))
  const script = await api.readyScript('two scenes', [headings[0]!, ...sentences(3), headings[1]!, 'A bell.'])
  const heading = 4
  const reader = await openReader(page, script._id)
  await page.getByRole('button', { name: 'Sleep timer: Off' }).click()
  await page.getByRole('menuitem', { name: 'End of scene' }).click()
  await expect(page.getByRole('button', { name: 'Sleep timer: End of scene' })).toBeVisible()
  const listening = await reader.listen()
  await playFrom(reader, heading - 1)
  await listening.until(heading - 1)
  await reader.waitForState('paused')
  expect(await reader.place()).toMatchObject({ line: heading, positionMs: 0 })
  await expect(page.getByText('Paused by the sleep timer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sleep timer: Off' })).toBeVisible()
})

test('product §2 a file that is dropped on a script does not replace the page', async ({ page, script }) => {
  await openReader(page, script._id)
  const isTaken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['<FinalDraft/>'], 'a.fdx'))
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    document.querySelector('[data-line-index]')!.dispatchEvent(event)
    return event.defaultPrevented
  })
  expect(isTaken).toBe(true)
  await expect(page.getByText('To upload a script, open Scripts.')).toBeVisible()
})
