import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { VoicesResponse } from '@andscene/contracts/voice'
import type { Page } from '@playwright/test'
import { faultsOf } from '../fixtures/judged.ts'
import { Reader } from '../fixtures/reader.ts'
import { clientOf, expect, test } from '../fixtures/test.ts'

/** Voices of this platform that stand for the natural ones: real, so that they are saved and heard. */
const STAND_INS = 12

/** The page hears of natural voices as `told` has them at the time. */
async function tellOfNaturalVoices(
  page: Page,
  told: { natural: NaturalVoices },
): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  await page.route(/\/api\/voices$/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as VoicesResponse
    const english = data.voices.filter(({ language }) => language === 'English').slice(-STAND_INS)
    for (const voice of english) {
      names.add(voice.name)
      Object.assign(voice, {
        provider: 'kokoro',
        category: 'Natural',
        providerMetadata: { VoiceType: 'Natural' },
      })
      voice.isActive = told.natural.state === 'ready'
    }
    const json: VoicesResponse = { success: true, data: { voices: data.voices, naturalVoices: told.natural } }
    await route.fulfill({ response, json })
  })
  return names
}

const expectNoFaults = async (page: Page) => expect(await faultsOf(page, 'natural voices')).toEqual([])

test('natural voices are waited for, a script is recast with them at one press, and that is undone', async ({
  page,
  signIn,
}) => {
  const told: { natural: NaturalVoices } = {
    natural: { state: 'coming', doneBytes: 45_230_000, totalBytes: 92_361_271 },
  }
  const naturals = await tellOfNaturalVoices(page, told)
  await signIn()
  const { _id } = await clientOf(page).castSample()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/scripts/${_id}`)
  const before = await clientOf(page).script(_id)

  // Their progress is shown in the casting dialog.
  const dialog = await new Reader(page).openCasting()
  await expect(dialog.getByText('Loading natural voices… 48 %')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoFaults(page)
  }
  told.natural = { state: 'coming', doneBytes: 91_000_000, totalBytes: 92_361_271 }
  await expect(dialog.getByText('Loading natural voices… 98 %')).toBeVisible()

  // Here: offered in the casting.
  told.natural = { state: 'ready' }
  await expect(dialog.getByRole('button', { name: 'Recast with natural voices' })).toBeVisible()
  await expectNoFaults(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('combobox', { name: 'Narration' }).click()
  await expect(page.getByRole('option', { name: /Natural/ }).first()).toBeAttached()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'CANCEL' }).click()
  await expect(dialog).toBeHidden()

  // And beside the cast, by the keyboard alone.
  const panel = page.getByRole('complementary', { name: 'Characters' })
  const offer = panel.getByRole('button', { name: 'Recast with natural voices' })
  await expect(offer).toBeVisible()
  await expectNoFaults(page)
  await offer.focus()
  await page.keyboard.press('Enter')
  const undo = panel.getByRole('button', { name: 'Undo the new cast' })
  await expect(undo).toBeFocused()
  for (const button of await panel.getByRole('button', { name: /, voice of .*: change$/ }).all())
    expect([...naturals]).toContain(await button.textContent())
  await expectNoFaults(page)

  // It is heard, and the way back is still there.
  const reader = new Reader(page)
  const listening = await reader.listen()
  await reader.play()
  await listening.until(1)
  await reader.pause()
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(offer).toBeFocused()
  const after = await clientOf(page).script(_id)
  expect(after.content.characters).toEqual(before.content.characters)
  expect(after.narrationVoiceId).toBe(before.narrationVoiceId)
  expect(after.sceneHeadingVoiceId).toBe(before.sceneHeadingVoiceId)

  // Put away, it stays away.
  await panel.getByRole('button', { name: 'Keep current cast' }).click()
  await page.reload()
  await expect(panel.getByRole('button', { name: /, voice of .*: change$/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Recast with natural voices' })).toHaveCount(0)
})
