import {
  ALIKE,
  alike,
  clipsOf,
  endOf,
  partOf,
  recordedBetween,
  SAME_LENGTH_S,
  secondsOf,
  shapeOf,
  soundBetween,
  soundOf,
  wasHeard,
} from '../fixtures/heard.ts'
import { Reader } from '../fixtures/reader.ts'
import { joined, Recorder, type Recording } from '../fixtures/recorder.ts'
import type { Start } from '../fixtures/recorder-page.ts'
import { clientOf, expect, test } from '../fixtures/test.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

/** A long line, and one far from it. */
const HERE = 6
const FAR = 59
const FAR_WORDS = 'It contained a whole town'
/** Speed of the last part, in which the network is lost. */
const FAST = 2
/** product §4: as many lines are at hand at least. */
const LINES_AHEAD = 3
/** Lines heard after the network is back. */
const AFTERWARDS = 4
/** More than what may be at hand and what is heard afterwards. */
const FOLLOWING = 24
/** A line that was cut shorter than this is not compared. Seconds. */
const LEAST_HEARD_S = 0.5
/** From a click to silence: a tenth of a second feels immediate. */
const AT_ONCE_S = 0.1
/** After the fade that ends a sound. Seconds. */
const SETTLED = 0.001

const endOfRecording = ({ from, samples, sampleRate }: Recording) => from + samples.length / sampleRate
const isSilent = (recording: Recording, from: number, to: number) =>
  soundBetween(recording, from, to).samples.length === 0

test('product §4 pause keeps the point, a jump silences the line, playback outlives a lost network: as heard', async ({
  page,
  signIn,
}) => {
  test.setTimeout(6 * 60_000)
  const recorder = await Recorder.install(page)
  const takes: Recording[] = []
  const take = async () => {
    takes.push(await recorder.take())
    return joined(takes)
  }
  await signIn()
  const api = clientOf(page)
  const script = await api.castSample()
  await api.narrated(script, FAR + FOLLOWING)
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible()
  const position = async () => (await reader.place()).positionMs

  await test.step('pauses, and continues at the same point of the same line', async () => {
    await reader.lineButton(HERE).click()
    await expect.poll(position).toBeGreaterThan(2_000)
    await reader.pause()
    const held = await reader.place()
    const [first] = (await take()).starts
    expect(first?.stoppedAt, 'when the line was stopped').toBeDefined()
    await expect
      .poll(async () => endOfRecording(await take()), { message: 'a second of the pause' })
      .toBeGreaterThan(endOf(first!) + 1)
    const paused = joined(takes)
    expect(isSilent(paused, endOf(first!) + SETTLED, endOfRecording(paused)), 'silence').toBe(true)
    expect(await reader.place(), 'the place while paused').toEqual(held)
    await reader.play()
    await expect.poll(position).toBeGreaterThan(held.positionMs + 500)
  })

  await test.step('jumps to a line far away while another one sounds', async () => {
    await reader.find(FAR_WORDS)
    await expect(reader.line(FAR)).toBeVisible()
    expect(await reader.place()).toMatchObject({ state: 'playing', line: HERE })
    await take()
    await reader.lineButton(FAR).click()
    await expect.poll(async () => reader.place()).toMatchObject({ state: 'playing', line: FAR })
    await expect.poll(position).toBeGreaterThan(1_500)
    await reader.pause()
    const starts = (await take()).starts.filter(wasHeard)
    const { clicks } = takes.at(-1)!
    expect(starts, 'a line, its rest, the line jumped to').toHaveLength(3)
    const [, rest, far] = starts
    // The first of them is the one on the line, the second that on pause.
    expect(endOf(rest!) - clicks[0]!, 'seconds from click to silence').toBeLessThan(AT_ONCE_S)
    expect(isSilent(joined(takes), endOf(rest!) + SETTLED, far!.at), 'silence until the next').toBe(true)
  })

  let failed = 0
  let before = 0
  await test.step('loses the network: what is at hand is heard, then the next line is held, and that is said', async () => {
    await reader.speed(`${FAST}×`)
    await reader.play()
    await expect.poll(async () => (await reader.place()).line).toBeGreaterThan(FAR)
    await page.context().setOffline(true)
    await reader.reaches('paused', 90_000)
    const message = page.getByText(/^You're offline\. Paused at line \d+\.$/)
    await expect(message).toBeVisible()
    // People count lines from 1.
    failed = Number(/\d+/.exec((await message.textContent()) ?? '')?.[0]) - 1
    before = (await take()).starts.filter(wasHeard).length
  })

  await test.step('the network is back: playback continues with the missing line', async () => {
    const listening = await reader.listen()
    await page.context().setOffline(false)
    const [first] = await listening.until(failed + AFTERWARDS)
    expect(first?.[0]).toBe(failed)
  })

  const recording = await take()
  // What is on the time line but has not sounded to its end is left out.
  const starts = recording.starts.filter(
    (start) => wasHeard(start) && endOf(start) <= endOfRecording(recording),
  )
  const clips = await clipsOf(api, script._id)
  /** The part of a line that a start sounded, against what was recorded. */
  const likeLine = (start: Start, line: number, rate: number) => {
    const until = start.offset + endOf(start) - start.at
    const part = partOf(clips[line]!, start.offset * rate, until * rate)
    // A line may be cut in the middle of a pause of the speaker: only with that pause do both begin at the same point.
    return alike(shapeOf(recordedBetween(recording, start.at, endOf(start))), shapeOf(part, rate))
  }
  /** The line that a whole sound is, after another one. */
  const lineAfter = (former: number, start: Start) => {
    const seconds = secondsOf(soundOf(recording, start)) * FAST
    return Array.from({ length: failed - former - 1 }, (_, index) => former + 1 + index)
      .filter((line) => Math.abs(seconds - secondsOf(clips[line]!)) <= SAME_LENGTH_S * FAST)
      .map((line) => ({ line, score: likeLine(start, line, FAST) }))
      .filter(({ score }) => score >= ALIKE)
      .toSorted((a, b) => b.score - a.score || a.line - b.line)[0]?.line
  }
  const lines = [HERE, HERE, FAR, FAR]
  for (const start of starts.slice(4, before)) {
    const line = lineAfter(lines.at(-1)!, start)
    expect(line, `a line behind ${lines.join(', ')}, once`).toBeDefined()
    lines.push(line!)
  }
  expect(lines.slice(4, 5 + LINES_AHEAD), 'what was at hand').toEqual(
    Array.from({ length: 1 + LINES_AHEAD }, (_, index) => FAR + 1 + index),
  )
  lines.push(...starts.slice(before).map((_, index) => failed + index))
  expect(lines.at(-1), 'every line from there on').toBeGreaterThanOrEqual(failed + AFTERWARDS - 1)
  const mistaken: string[] = []
  for (const [index, start] of starts.entries()) {
    // Too little of a line was heard to tell it from others.
    if (endOf(start) - start.at < LEAST_HEARD_S && start.stoppedAt !== undefined) continue
    const line = lines[index]!
    const rate = index < 3 ? 1 : FAST
    const own = likeLine(start, line, rate)
    if (own < ALIKE) mistaken.push(`sound ${index} is not line ${line} (${own}): ${JSON.stringify(start)}`)
    for (const other of [line - 1, line + 1]) {
      if (clips[other]!.path === clips[line]!.path) continue
      const score = likeLine(start, other, rate)
      if (score >= own) mistaken.push(`sound ${index}, line ${line}, is like line ${other} (${score})`)
    }
  }
  expect(mistaken, `sounds that are not the lines ${lines.join(', ')}`).toEqual([])
  expect(recording.peak, 'nothing is clipped').toBeLessThan(1)
  const [first, rest] = starts
  expect(Math.abs(rest!.offset - (endOf(first!) - first!.at)), 'seconds lost or repeated').toBeLessThan(0.1)
})
