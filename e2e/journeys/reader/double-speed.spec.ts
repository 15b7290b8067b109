import { expect, openReader, test } from '../../fixtures/faults.ts'
import { clipsOf } from '../../fixtures/heard.ts'
import { expectPlayedThrough } from '../../fixtures/played-through.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { speech } from '../../fixtures/script-lines.ts'

const RATE = 2

/** A scene with every kind of pause. `npm run test:long` plays the whole sample. */
const SCENE = [
  { type: 'Scene Heading', text: 'EXT. HARBOUR WALL - NIGHT' },
  { type: 'Action', text: 'Rain. A lantern swings above two crates of herring.' },
  { type: 'Character', text: 'MARA' },
  { type: 'Parenthetical', text: '(out of breath)' },
  { type: 'Dialogue', text: 'They have put out the big lamp again, Tom.' },
  ...speech('OLD TOM', 'Then one of us has to row over and wake the keeper.'),
  { type: 'Transition', text: 'CUT TO:' },
  { type: 'Action', text: 'No one on the wall moves.' },
]

test('product §4 a scene plays at 2× from first to last line, each line heard once and in order', async ({
  page,
  api,
}) => {
  const recorder = await Recorder.install(page)
  const { _id, content } = await api.readyScript('scene', SCENE)
  const reader = await openReader(page, _id)
  await reader.setSpeed(`${RATE}×`)
  await reader.play()
  await reader.waitForState('playing')
  // The message is shown for a few seconds only.
  await expect(page.getByText('The reading is complete.')).toBeVisible()
  await reader.waitForState('stopped')
  expect(await reader.place()).toMatchObject({ line: SCENE.length - 1 })
  expectPlayedThrough(await recorder.take(), content.lines, await clipsOf(api, _id), RATE)
})
