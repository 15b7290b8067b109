import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { listDrafts, readDraft, uploadDraft } from '@andscene/contracts/routes/drafts'
import { readProgress, saveProgress } from '@andscene/contracts/routes/progress'
import type { Line } from '@andscene/contracts/script'
import { decodeClip } from '@andscene/platform-client/decoded-clip'
import { castingInTurn, type PlatformClient } from '@andscene/platform-client/platform-client'
import { fdxFile, type FdxParagraph } from '@andscene/testing/fdx-file'
import { audible, expect, openReader, playFrom, test } from '../../fixtures/faults.ts'
import { alike, ALIKE, shapeOf, soundOf, wasHeard } from '../../fixtures/heard.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { speech } from '../../fixtures/script-lines.ts'
import { audible as audibleIn } from '../../fixtures/sound.ts'

/* What changed, heard (product §16). */

const heading = (text: string): FdxParagraph => ({ type: 'Scene Heading', text })
const action = (text: string): FdxParagraph => ({ type: 'Action', text })
const FIRST = [
  heading('INT. MILL - DAY'),
  action('The old wheel turns slowly in the brown water.'),
  ...speech('ANNA', 'Hold the rope until I have counted to twenty.'),
  ...speech('TOM', 'I am holding it, and my hands are cold.'),
  action('The rope slips through his fingers.'),
  heading('EXT. RIVER - NIGHT'),
  action('Reeds bend in the wind.'),
  ...speech('ANNA', 'Few people come here now.'),
]
const NEXT = [
  ...FIRST.slice(0, 5),
  { type: 'Dialogue', text: 'I have tied it to the post, so let us go home.' },
  ...FIRST.slice(6, 9),
  action('A small boat comes around the bend without a light.'),
  ...FIRST.slice(9),
]

async function twoDrafts(api: PlatformClient): Promise<string> {
  const script = await api.uploadLines('changes heard', FIRST)
  const espeak = (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('local:espeak-en-us-'))
  await api.cast(script, castingInTurn(script, espeak))
  await api.narrated(script)
  const params = { id: script._id }
  await api.call(saveProgress, { params, body: { lastPlayedLineIndex: 3, draft: 1 } })
  await addDraft(api, script._id)
  return script._id
}

async function addDraft(api: PlatformClient, id: string): Promise<void> {
  const form = new FormData()
  form.set(UPLOAD_FIELD, new File([fdxFile(NEXT)], 'next.fdx'))
  await api.call(uploadDraft, { params: { id }, body: form })
  await api.narrated(await api.script(id))
}

/** Which of these lines each heard sound is, by its text; `~` for a tone. */
async function namesOf(api: PlatformClient, recorder: Recorder, lines: readonly Line[]): Promise<string[]> {
  const recording = await recorder.take()
  const shapes = await Promise.all(
    lines.map(async ({ text, audioCache }) => {
      const { samples, sampleRate } = await decodeClip(await api.clip(audioCache!.path))
      const { start, end } = audibleIn(samples)
      return { text, shape: shapeOf({ samples: samples.subarray(start, end), sampleRate }) }
    }),
  )
  return recording.starts.filter(wasHeard).map((start) => {
    if (start.duration < 0.6) {
      const { samples } = soundOf(recording, start)
      if (Math.max(...samples.map(Math.abs)) < 0.2) return '~'
    }
    const shape = shapeOf(soundOf(recording, start))
    const best = shapes
      .map(({ text, shape: other }) => ({ text, score: alike(shape, other) }))
      .toSorted((a, b) => b.score - a.score)[0]!
    return best.score >= ALIKE ? best.text : `unknown (${best.text}, ${best.score.toFixed(2)})`
  })
}

test('product §16: Play Changes is heard as the changed speeches alone, with a tone between them', async ({
  page,
  api,
}) => {
  const recorder = await Recorder.install(page)
  const id = await twoDrafts(api)
  await openReader(page, id)
  const strip = page.getByRole('region', { name: 'Changes since you listened' })
  await expect(strip).toContainText('2 changes since you listened')
  await strip.getByRole('button', { name: 'Play Changes' }).click()
  const bar = page.getByRole('region', { name: 'Play Changes' })
  await expect(bar).toContainText('Change 1 of 2')
  await expect(bar).toContainText('You heard all 2 changes.', { timeout: 60_000 })
  const { content } = await api.script(id)
  expect(await namesOf(api, recorder, content.lines)).toEqual([
    'INT. MILL - DAY',
    'Hold the rope until I have counted to twenty.',
    'TOM',
    'I have tied it to the post, so let us go home.',
    '~',
    'EXT. RIVER - NIGHT',
    'Reeds bend in the wind.',
    'A small boat comes around the bend without a light.',
  ])
  // The place has not moved, and the draft counts as heard.
  const params = { id }
  await expect.poll(async () => (await api.call(listDrafts, { params })).data.isHeard).toBe(true)
  expect((await api.call(readProgress, { params })).lastPlayedLineIndex).toBe(3)
  await bar.getByRole('button', { name: 'Back to line 4' }).click()
  await expect(bar).toBeHidden()
})

test('product §16: Compare by Ear is heard as the former speech, a tone, and the present one', async ({
  page,
  api,
}) => {
  const recorder = await Recorder.install(page)
  const id = await twoDrafts(api)
  await page.goto(`/scripts/${id}?changes=1`)
  await expect(page.locator('[data-line-index="5"] [data-change-star]')).toBeVisible()
  await page.locator('[data-line-index="5"] [role="button"]').focus()
  await page.keyboard.press('e')
  const bar = page.getByRole('region', { name: 'Compare by Ear' })
  await expect(bar).toContainText('Before')
  await expect(bar).toContainText('Now', { timeout: 30_000 })
  await expect(bar).toBeHidden({ timeout: 30_000 })
  const old = (await api.call(readDraft, { params: { id, draft: 1 } })).data.script.content.lines
  const { lines } = (await api.script(id)).content
  expect(await namesOf(api, recorder, [...lines, ...old])).toEqual([
    'TOM',
    'I am holding it, and my hands are cold.',
    '~',
    'TOM',
    'I have tied it to the post, so let us go home.',
  ])
})

test('product §16: a draft that arrives during playback is announced after the line, and waits for the listener', async ({
  page,
  api,
}) => {
  const script = await api.readyScript('arriving', FIRST)
  const reader = await openReader(page, script._id)
  await playFrom(reader, 1)
  await audible(reader, 1)
  await addDraft(api, script._id)
  const notice = page.getByRole('region', { name: 'New draft' })
  await expect(notice).toContainText('A new draft is here: Draft 2 · 2 changes', { timeout: 30_000 })
  await expect(reader.line(5)).toContainText('I am holding it')
  await notice.getByRole('button', { name: 'Go to the New Draft' }).click()
  await expect(reader.line(5)).toContainText('I have tied it to the post')
  await expect(notice).toBeHidden()
})
