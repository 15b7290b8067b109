import { endOf, soundBetween, wasHeard } from '../fixtures/heard.ts'
import { Reader } from '../fixtures/reader.ts'
import { joined, Recorder, type Recording } from '../fixtures/recorder.ts'
import { clientOf, expect, test } from '../fixtures/test.ts'

/** A long line, and a line far from it. */
const HERE = 6
const FAR = 59
const FAR_WORDS = 'It contained a whole town'
/** From a click to silence; up to a tenth of a second feels immediate. */
const AT_ONCE_S = 0.1
/** Seconds after the fade-out of a sound. */
const SETTLED = 0.001

const endOfRecording = ({ from, samples, sampleRate }: Recording) => from + samples.length / sampleRate
const isSilent = (recording: Recording, from: number, to: number) =>
  soundBetween(recording, from, to).samples.length === 0

test('product §4 pause keeps the position, and a jump silences the line, in the recorded sound', async ({
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
  await api.narrated(script, FAR + 1)
  await page.goto(`/scripts/${script._id}`)
  const reader = new Reader(page)
  await expect(reader.line(0)).toBeVisible()
  const position = async () => (await reader.place()).positionMs

  await test.step('pauses, and resumes at the same position of the same line', async () => {
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

  await test.step('jumps to a distant line while another one plays', async () => {
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
    // The first click is the one on the line, the second the one on Pause.
    expect(endOf(rest!) - clicks[0]!, 'seconds from click to silence').toBeLessThan(AT_ONCE_S)
    expect(isSilent(joined(takes), endOf(rest!) + SETTLED, far!.at), 'silence until the next').toBe(true)
  })

  const recording = await take()
  expect(recording.peak, 'nothing is clipped').toBeLessThan(1)
  const [first, rest] = recording.starts.filter(wasHeard)
  expect(Math.abs(rest!.offset - (endOf(first!) - first!.at)), 'seconds lost or repeated').toBeLessThan(0.1)
})
