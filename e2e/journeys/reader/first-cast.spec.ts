import type { Page } from '@playwright/test'
import { SAMPLE } from '@andscene/platform-client/platform-client'
import { Reader } from '../../fixtures/reader.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { audible } from '../../fixtures/sound.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/** From file selection to the first sound on a busy machine; the product promises a new user one minute. */
const FIRST_SOUND_MS = 30_000

const card = (page: Page) => page.getByRole('region', { name: /needs? (a voice|voices)$/ })
const casting = (page: Page) => page.getByRole('dialog', { name: 'Assign Voices to Characters' })

async function openNewScript(page: Page) {
  const script = await clientOf(page).uploadSample()
  await page.goto(`/scripts/${script._id}`)
  await expect(card(page)).toBeVisible()
  return script
}
async function openCasting(page: Page) {
  await card(page).getByRole('button', { name: 'Choose myself' }).click()
  await expect(casting(page).getByRole('combobox', { name: 'Narration' })).toBeVisible()
}

test('a new user casts and plays an uploaded script with one click, soon after the upload @core', async ({
  page,
  signIn,
}) => {
  const recorder = await Recorder.install(page)
  await signIn()
  await page.getByRole('button', { name: 'Upload Script' }).click()
  const chosen = Date.now()
  await page.locator('input[type=file]').setInputFiles(SAMPLE)
  await page.getByText('View', { exact: true }).click()
  const reader = new Reader(page)
  await expect(card(page).getByRole('heading')).toHaveText('7 characters need voices')
  // The chips are fully opaque under the pointer.
  await page.mouse.move(0, 0)
  await expect(reader.line(0).getByTestId('line-chips')).toHaveCSS('opacity', '0.4')

  const listening = await reader.listen()
  await card(page).getByRole('button', { name: 'Suggest a cast and play' }).click()
  expect([...(await listening.until(0)).keys()], 'the first line is heard').toEqual([0])
  await expect
    .poll(async () => {
      const { start, end } = audible((await recorder.take()).samples)
      return end - start
    })
    .toBeGreaterThan(0)
  const took = Date.now() - chosen
  test.info().annotations.push({ type: 'first sound', description: `${took} ms after the file was chosen` })
  expect(took).toBeLessThan(FIRST_SOUND_MS)

  await expect(card(page)).toBeHidden()
  await expect(reader.line(0).getByTestId('line-chips')).toHaveCSS('opacity', '1')
  const id = page.url().split('/').at(-1) ?? ''
  const { content, narrationVoiceId } = await clientOf(page).script(id)
  expect(narrationVoiceId).toBeTruthy()
  expect(content.characters.filter(({ voiceId }) => voiceId === undefined)).toEqual([])
})

test('on a small screen the whole casting dialog scrolls, and its buttons stay below the fields', async ({
  page,
  signIn,
}) => {
  await signIn()
  await openNewScript(page)
  await openCasting(page)
  await page.setViewportSize({ width: 320, height: 256 })
  const save = casting(page).getByRole('button', { name: 'SAVE ASSIGNMENTS' })
  await expect(save).toBeInViewport({ ratio: 1 })
  const field = casting(page).getByRole('combobox', { name: 'FINN' })
  await field.scrollIntoViewIfNeeded()
  const { top, bottom } = await field.evaluate((input) => input.getBoundingClientRect().toJSON() as DOMRect)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom, 'not under the buttons').toBeLessThanOrEqual((await save.boundingBox())!.y)
  // Neither title nor tabs take space from the fields.
  expect((await save.boundingBox())!.y, 'room for the fields').toBeGreaterThan(180)
  await expect(casting(page).getByText('Assign Voices to Characters')).not.toBeInViewport()
})
