import type { Voice } from '@andscene/contracts/voices/voice'
import { expect, openReader, test } from '../../fixtures/faults.ts'
import { secondsOf, soundBetween } from '../../fixtures/heard.ts'
import { Recorder } from '../../fixtures/recorder.ts'
import { speech } from '../../fixtures/script-lines.ts'
import { decibels, levelAbove, levelBelow, medianPitch } from '../../fixtures/sound.ts'

const TEXT = 'We were all away in the early morning.'
const LINES = [
  { type: 'Scene Heading', text: 'INT. HALL - DAY' },
  ...speech('PLAIN', TEXT),
  ...speech('HIGH', TEXT),
  ...speech('LOW', TEXT),
  ...speech('SLOW', TEXT),
  ...speech('CALLER', TEXT),
  ...speech('PILOT (OVER RADIO)', TEXT),
  ...speech('NEIGHBOR (O.S.)', TEXT),
]
/** By the speech: the order of the script. */
const [PLAIN, HIGH, LOW, SLOW, PHONE, RADIO, DOOR] = [0, 1, 2, 3, 4, 5, 6] as const
const isWoman = ({ provider, gender }: Voice) => provider === 'local' && gender === 'female'
const THREE_SEMITONES = 2 ** (3 / 12)

test('product §5: pace, pitch and place of characters are heard, and no audio is made again', async ({
  page,
  api,
}) => {
  const recorder = await Recorder.install(page)
  const script = await api.readyScript('character sounds', LINES)
  const names = script.content.characters.map(({ character }) => character)
  const { voiceId } = (await api.voices()).find(isWoman)!
  await api.cast(script, {
    characterAssignments: Object.fromEntries(names.map((name) => [name, voiceId])),
    narrationVoiceId: voiceId,
    characterSounds: { LOW: { pitch: -3 }, SLOW: { pace: 0.8 }, CALLER: { place: 'phone' } },
  })
  await api.narrated(script)
  const paths = async () =>
    (await api.script(script._id)).content.lines.map(({ audioCache }) => audioCache?.path)
  const before = await paths()

  const reader = await openReader(page, script._id)
  await page.getByRole('button', { name: 'Assign Voices', exact: true }).first().click()
  await page.getByRole('button', { name: 'Sound of HIGH' }).press('Enter')
  const sound = page.getByRole('group', { name: 'Sound of HIGH' })
  await expect(sound.getByRole('slider', { name: 'Pace' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(sound.getByText('+3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Pitch +3')).toBeVisible()
  await page.getByRole('button', { name: 'SAVE ASSIGNMENTS' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await api.narrated(script)
  expect(await paths(), 'clips after the change').toEqual(before)

  await reader.play()
  await expect(page.getByText('The reading is complete.')).toBeVisible({ timeout: 90_000 })
  const recording = await recorder.take()
  expect(recording.peak, 'nothing is clipped').toBeLessThan(1)
  const spoken = recording.starts.filter((_, index) => LINES[index]!.type === 'Dialogue')
  const heard = spoken.map(({ at, duration }) => soundBetween(recording, at, at + duration))
  const plain = heard[PLAIN]!

  const pitches = [PLAIN, HIGH, LOW].map((index) => medianPitch(heard[index]!))
  console.log({
    pitches,
    seconds: heard.map(secondsOf),
    levels: heard.map(({ samples }) => decibels(samples)),
  })
  expect(Math.abs(pitches[1]! / pitches[0]! / THREE_SEMITONES - 1)).toBeLessThan(0.03)
  expect(Math.abs((pitches[2]! / pitches[0]!) * THREE_SEMITONES - 1)).toBeLessThan(0.03)

  const lengthOf = (index: number) => spoken[index]!.duration / spoken[PLAIN]!.duration
  for (const index of [HIGH, LOW, PHONE, RADIO]) expect(Math.abs(lengthOf(index) - 1)).toBeLessThan(0.01)
  expect(Math.abs(lengthOf(SLOW) * 0.8 - 1)).toBeLessThan(0.01)

  const levelOf = (index: number) => decibels(heard[index]!.samples) - decibels(plain.samples)
  for (const index of [HIGH, LOW, SLOW, PHONE, RADIO]) expect(Math.abs(levelOf(index))).toBeLessThan(3)
  expect(levelOf(DOOR)).toBeLessThan(-2)
  expect(levelAbove(heard[DOOR]!, 3_000)).toBeLessThan(levelAbove(plain, 3_000) - 8)
  for (const index of [PHONE, RADIO])
    expect(levelBelow(heard[index]!, 200)).toBeLessThan(levelBelow(plain, 200) - 5)
})
