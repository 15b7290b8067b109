import { renameScript } from '@andscene/contracts/routes/scripts'
import type { Script } from '@andscene/contracts/script'
import type { Browser } from '@playwright/test'
import { castingInTurn, type PlatformClient } from '@andscene/platform-client/platform-client'
import { alike, clipsOf, endOf, shapeOf, soundOf, wasHeard, type Clip } from '../../fixtures/heard.ts'
import { Reader } from '../../fixtures/reader.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { invitedPage } from '../../fixtures/invited-page.ts'
import { clientOf, expect, test } from '../../fixtures/test.ts'

/* The owner of a script and an editor, each in a separate browser (product §4, §12). */

const WORDS = [
  'The ferry comes in from the east, slowly, with all of its lamps lit.',
  'A woman with a suitcase waits at the end of the pier and counts the windows.',
  'No one comes ashore. The engines keep turning, and the water turns white.',
  'She looks at her watch, at the house behind her, and at the gangway once more.',
  'A boy runs down the hill with a letter that is addressed to another family.',
]

/** An editor of the owner's script, with its page open. */
async function editorOf(browser: Browser, owner: PlatformClient, script: Script, origin: string) {
  const page = await invitedPage({ browser, owner, script, origin })
  const shared = page.getByRole('region', { name: /^Shared with you/ })
  await shared.getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Assign Voices' }).first()).toBeVisible()
  return { page, api: clientOf(page) }
}

test('product §12 a script recast during playback continues with the new voice from the next line; a new title appears', async ({
  page,
  browser,
  client: owner,
  platform,
  signIn,
}) => {
  const recorder = await Recorder.install(page)
  const script = await owner.readyScript('The Pier', WORDS)
  const params = { id: script._id }
  const old = await clipsOf(owner, script._id)
  await signIn()
  const editor = await editorOf(browser, owner, script, platform.origin)
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)

  await editor.api.call(renameScript, { params, body: { title: 'The Long Pier' } })
  await expect(page.getByRole('heading', { name: 'The Long Pier' })).toBeVisible()

  const shown = await reader.chip(0, 'voice').textContent()
  await reader.play()
  await reader.waitForState('playing')
  const voices = (await owner.voices()).toReversed()
  await editor.api.cast(script, castingInTurn(script, voices))
  await expect(reader.chip(0, 'voice')).not.toHaveText(shown!)
  const { line: heardThen } = await reader.place()
  expect(heardThen, 'recast early enough').toBeLessThan(WORDS.length - 2)
  await expect(page.getByText('The reading is complete.')).toBeVisible()
  const recording = await recorder.take()

  const recast = await clipsOf(owner, script._id)
  const sounds = recording.starts.filter((start) => wasHeard(start))
  const whole = sounds.filter(({ offset, stoppedAt }) => offset === 0 && stoppedAt === undefined)
  const heard = whole.map((start) => closest(shapeOf(soundOf(recording, start)), { old, recast }))
  // The current line ends in the old voice; each later line is heard once, in the new voice. On a busy machine, the
  // next line may have started when the page is read.
  const recasts = heard.slice(heard.findIndex((sound) => sound.startsWith('recast')))
  const first = WORDS.length - recasts.length
  expect(first, 'the first line in the new voice').toBeLessThanOrEqual(heardThen + 1)
  expect(recasts).toEqual(WORDS.map((_, line) => `recast ${line}`).slice(first))
  const ends = sounds.map(endOf)
  expect(ends, 'one line after the other').toEqual(ends.toSorted((a, b) => a - b))
  await editor.page.context().close()
})

/** The clip that a sound is most similar to. */
function closest(shape: ReturnType<typeof shapeOf>, sets: Record<string, readonly Clip[]>): string {
  const likes = Object.entries(sets).flatMap(([name, clips]) =>
    clips.map((clip, line) => ({ sound: `${name} ${line}`, likeness: alike(shape, shapeOf(clip)) })),
  )
  return likes.toSorted((a, b) => b.likeness - a.likeness)[0]!.sound
}
