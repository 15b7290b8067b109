import { gapAtRate, gapBetween } from '@andscene/reader/player/engine/line-gaps'
import { Api } from '../fixtures/api.ts'
import {
  ALIKE,
  SAME_LENGTH_S,
  alike,
  clipsOf,
  endOf,
  sampleAt,
  secondsOf,
  shapeOf,
  soundOf,
} from '../fixtures/heard.ts'
import { Reader } from '../fixtures/reader.ts'
import { Recorder, type Recording } from '../fixtures/recorder.ts'
import { SILENCE, silenceAround } from '../fixtures/sound.ts'
import { expect, test } from '../fixtures/test.ts'

const RATE = 2
/** Lines narrated before playing begins: the narrator makes lines faster than they are heard, but needs a start. */
const HEAD_START = 48

/** Samples that are heard although no line sounds there. */
function soundBetweenLines(recording: Recording): number {
  let heard = 0
  let at = 0
  for (const start of [...recording.starts, null]) {
    const until = start ? sampleAt(recording, start.at) : recording.samples.length
    for (; at < until; at += 1) if (Math.abs(recording.samples[at]!) >= SILENCE) heard += 1
    // Rounded to whole samples on both sides.
    if (start) at = sampleAt(recording, endOf(start)) + 1
  }
  return heard
}

test('product §4 the sample plays at 2× from first to last line, every line heard once and in order', async ({
  page,
  signIn,
}) => {
  // Six minutes of sound, and a narrator that shares a busy machine.
  test.setTimeout(12 * 60_000)
  const recorder = await Recorder.install(page)
  await signIn()
  const api = Api.of(page)
  const script = await api.castSample()
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible({ timeout: 60_000 })
  await reader.speed(`${RATE}×`)
  await api.narrated(script, HEAD_START)

  await reader.play()
  await reader.reaches('playing')
  await reader.reaches('stopped', 8 * 60_000)
  await expect(page.getByText('The reading is complete.')).toBeVisible()
  const { lines } = script.content
  expect(await reader.place()).toMatchObject({ line: lines.length - 1 })

  const recording = await recorder.take()
  const { starts } = recording
  expect(starts, 'one sound for each line').toHaveLength(lines.length)
  expect(
    starts.filter(({ stoppedAt, offset }) => stoppedAt !== undefined || offset > 0),
    'lines that are not heard whole',
  ).toEqual([])
  expect(recording.peak, 'nothing is clipped').toBeLessThan(1)
  expect(soundBetweenLines(recording), 'samples of sound between the lines').toBe(0)

  const clips = await clipsOf(api, script._id)
  const shapes = clips.map((clip) => shapeOf(clip, RATE))
  const own: number[] = []
  const lead: number[] = []
  const mistaken: string[] = []
  for (const [index, start] of starts.entries()) {
    const sound = soundOf(recording, start)
    const shape = shapeOf(sound)
    const sameLength = (other: number) =>
      Math.abs(secondsOf(sound) - secondsOf(clips[other]!) / RATE) <= SAME_LENGTH_S
    const score = alike(shape, shapes[index]!)
    own.push(score)
    if (score < ALIKE || !sameLength(index)) mistaken.push(`line ${index} is not heard (${score})`)
    for (const [other, clip] of clips.entries()) {
      if (clip.path === clips[index]!.path || !sameLength(other)) continue
      const likeOther = alike(shape, shapes[other]!)
      lead.push(score - likeOther)
      if (likeOther >= score) mistaken.push(`line ${index} sounds more like line ${other} (${likeOther})`)
    }
  }
  expect(mistaken).toEqual([])

  const unplanned = starts.slice(1).map((start, index) => {
    const before = starts[index]!
    const boundary = sampleAt(recording, (endOf(before) + start.at) / 2)
    const silence = silenceAround(recording.samples, boundary)
    const ms = ((silence.end - silence.start) / recording.sampleRate) * 1_000
    return ms - gapAtRate(gapBetween(lines[index]!, lines[index + 1]!), RATE)
  })
  const sorted = unplanned.toSorted((a, b) => a - b)
  const figures = {
    own: Math.min(...own),
    lead: Math.min(...lead),
    unplannedMs: { least: sorted[0]!, median: sorted[sorted.length >> 1]!, most: sorted.at(-1)! },
  }
  console.log(figures)
  expect(figures.unplannedMs.median, 'median of the unplanned silence').toBeLessThanOrEqual(5)
  expect(figures.unplannedMs.most, 'longest unplanned silence').toBeLessThanOrEqual(20)
  expect(figures.unplannedMs.least, 'most of a pause that is missing').toBeGreaterThanOrEqual(-5)
})
