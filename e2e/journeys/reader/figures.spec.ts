import { readFile } from 'node:fs/promises'
import { readScript } from '@andscene/contracts/routes/scripts'
import type { Script } from '@andscene/contracts/script'
import { castingInTurn, type PlatformClient } from '@andscene/platform-client/platform-client'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openReader, test } from '../../fixtures/faults.ts'
import { DESKTOP, speech } from '../../fixtures/script-lines.ts'

const LINES = [
  { type: 'Scene Heading', text: 'INT. LANTERN ROOM - NIGHT' },
  { type: 'Action', text: 'The lamp turns over the sea.' },
  ...speech('ANNA', 'Grandma is on the stairs.'),
  ...speech('TOM', 'It is only the wind, Anna.'),
  { type: 'Scene Heading', text: 'EXT. SHORE - DAWN' },
  { type: 'Action', text: 'A boat lies on the sand.' },
  ...speech('ANNA', 'Then whose boat is that?'),
]
const SECOND_SCENE = 6
/** Pauses of the player between these lines, in milliseconds. */
const PAUSES = [500, 350, 0, 350, 0, 900, 500, 350, 0]

async function narrated(api: PlatformClient): Promise<Script> {
  const script = await api.uploadLines('figures', LINES)
  const espeak = (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('local:espeak-en-us-'))
  await api.cast(script, castingInTurn(script, espeak))
  await api.narrated(script)
  return script
}

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
const clock = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
const rowOf = (page: Page, region: string, name: string) =>
  page.getByRole('region', { name: region, exact: true }).getByRole('row').filter({ hasText: name })

test('product §17 figures come from the clips and the pauses of the player; a mark moves to its scene', async ({
  page,
  api,
}) => {
  await page.setViewportSize(DESKTOP)
  const { _id: id } = await narrated(api)
  const { lines } = (await api.call(readScript, { params: { id } })).data.script.content
  const clips = lines.map(({ audioCache }) => audioCache!.durationMs)
  const first = sum(clips.slice(0, SECOND_SCENE)) + sum(PAUSES.slice(0, SECOND_SCENE))
  const whole = sum(clips) + sum(PAUSES)

  const reader = await openReader(page, id)
  await page.getByRole('radiogroup', { name: 'Beside the script' }).getByText('Figures').click()
  await expect(page.getByText('All times are those of the audio.')).toBeVisible()
  await expect(rowOf(page, 'Scenes', 'LANTERN ROOM')).toContainText(clock(first))
  await expect(rowOf(page, 'Scenes', 'SHORE')).toContainText(clock(whole - first))
  await expect(rowOf(page, 'Characters', 'ANNA').getByRole('cell')).toHaveText([
    '2',
    '10',
    clock(clips[3]! + clips[9]!),
    '2',
    '1',
    '1',
  ])
  // The header estimates nothing either, and skips no line.
  await expect(page.getByLabel('Elapsed')).toBeVisible()
  await expect(
    page.getByText(new RegExp(`of 0:${String(Math.floor(whole / 1_000)).padStart(2, '0')}$`)),
  ).toBeVisible()

  await page.getByRole('button', { name: /^2\. EXT\. SHORE - DAWN: read time/ }).click()
  await expect(reader.line(SECOND_SCENE)).toHaveAttribute('data-mark', 'current')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(reader.line(0)).toHaveAttribute('data-mark', 'current')
  const { violations } = await new AxeBuilder({ page }).include('[data-side="figures"]').analyze()
  expect(violations).toEqual([])
})

test('product §17 figures are above the page on a phone; they are saved as CSV and printed', async ({
  page,
  api,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.body.toggleAttribute('data-was-printed', true)
  })
  await page.setViewportSize({ width: 390, height: 844 })
  const script = await narrated(api)
  const chunks: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && chunks.push(request.url()))
  const reader = await openReader(page, script._id)
  // Loaded with the page, after its lines.
  await expect(reader.addNote(0)).toBeAttached()
  const before = chunks.length
  await page.getByRole('button', { name: 'Figures', exact: true }).click()
  const figures = page.getByRole('dialog', { name: 'Figures' })
  await expect(figures.getByRole('region', { name: 'Totals' })).toBeVisible()
  expect(chunks.length, 'the code loads when the figures are opened').toBeGreaterThan(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const download = page.waitForEvent('download')
  await figures.getByRole('button', { name: /Save as CSV.*scenes/ }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^\uFEFF"Number","Scene",/)
  expect(file).toContain('"EXT. SHORE - DAWN"')

  await figures.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-was-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const paper = await page.locator('body').innerText()
  expect(paper).toMatch(/^figures/)
  expect(paper).toContain('INT. LANTERN ROOM - NIGHT')
  expect(paper).not.toContain('Save as CSV')
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })

  await figures.getByRole('button', { name: /^2\. EXT\. SHORE - DAWN: read time/ }).click()
  await expect(figures).toBeHidden()
  await expect(reader.lineButton(SECOND_SCENE)).toBeFocused()
})
