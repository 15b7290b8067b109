import { measureClip } from '@andscene/platform-client/decoded-clip'
import { expect, openReader, test } from '../../fixtures/faults.ts'
import { speech } from '../../fixtures/script-lines.ts'

const SPANISH = 5
const LINES = [
  { type: 'Scene Heading', text: 'INT. KITCHEN - DAY' },
  'The woman looks at the letter and then at her daughter, who is waiting at the door.',
  ...speech('ANNA', 'They were here last night, and they want to know what you did with it.'),
  ...speech('ROSA', 'Los muertos no hablan, hija. Nadie sabe dónde vive ese hombre.'),
]

test('product §5: a line in Spanish is spoken by a Spanish voice, until the switch is turned off', async ({
  page,
  api,
}) => {
  const script = await api.readyScript('languages', LINES)
  const clip = async () => (await api.script(script._id)).content.lines[SPANISH]!.audioCache
  const own = await clip()
  expect(own).toMatchObject({ language: 'es' })
  const reader = await openReader(page, script._id)
  await expect(reader.chip(SPANISH, 'language')).toHaveText('Spanish')
  await expect(reader.chip(SPANISH, 'language')).toHaveAttribute('data-tip', /^Spoken in Spanish by /)
  await expect(reader.chip(SPANISH, 'cache')).toHaveText('Server ✓')
  await expect(reader.chip(3, 'language')).toHaveCount(0)

  await page.getByRole('button', { name: 'Assign Voices', exact: true }).first().click()
  await page.getByRole('button', { name: 'Voice Assignment Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice Assignment Settings' })
  await expect(settings.getByText('This script has lines in Spanish.')).toBeVisible()
  await settings.getByRole('switch', { name: 'Speak lines in their own language' }).press('Space')
  await settings.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'SAVE ASSIGNMENTS' }).click()
  await expect(reader.chip(SPANISH, 'language')).toHaveCount(0)
  await api.narrated(script)
  const assigned = await clip()
  expect(assigned?.path).not.toBe(own!.path)
  expect(assigned).not.toHaveProperty('language')

  const heard = await Promise.all(
    [own!, assigned!].map(async ({ path }) => measureClip(await api.clip(path))),
  )
  for (const { durationMs, loudness } of heard) {
    expect(durationMs).toBeGreaterThan(1_500)
    expect(loudness).toBeGreaterThan(0.01)
  }
})
