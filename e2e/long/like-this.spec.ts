import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { listDirections } from '@andscene/contracts/routes/directions'
import { generateClip } from '@andscene/contracts/routes/speech'
import { defaultVoicesDir, voiceFolders } from '@andscene/kokoro/model/folders'
import { KOKORO } from '@andscene/kokoro/model/spec'
import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { createAccount } from '@andscene/platform-client/accounts'
import { fdxFile } from '@andscene/testing/fdx-file'
import { existsSync } from 'node:fs'
import { speakInto } from '../fixtures/microphone.ts'
import { Reader } from '../fixtures/reader.ts'
import { clientOf, expect, login, test } from '../fixtures/test.ts'

const { runtime, voices } = voiceFolders(process.env['VOICES_DIR'] ?? defaultVoicesDir(), KOKORO)
test.skip(!existsSync(voices) || !existsSync(runtime), 'npm run voices brings the natural voices')

let platform: Platform
test.beforeAll(async () => {
  platform = await temporaryPlatform({ env: { KOKORO: 'on' } })
})
test.afterAll(() => platform?.stop())

const LINE = 'I told you to wait in the car.'

test('product §5 a director says a line: the voice follows the timing, other words are refused, only numbers are sent', async ({
  browser,
}) => {
  test.setTimeout(5 * 60_000)
  const person = await createAccount(platform.origin)
  const context = await browser.newContext({ baseURL: platform.origin, locale: 'en-US' })
  const page = await context.newPage()
  await login(page, person)
  const api = clientOf(page)
  const natural = async () =>
    (await api.voices()).filter(({ provider, isActive }) => provider === 'kokoro' && isActive)
  await expect.poll(async () => (await natural()).length).toBeGreaterThan(60)
  const [voice, other] = (await natural()).filter(({ locale }) => locale === 'en-US')
  const script = await api.upload(
    'car.fdx',
    fdxFile([LINE, 'No one knows where the money went.'].map((text) => ({ type: 'Action', text }))),
  )
  await api.cast(script, { narrationVoiceId: voice!.voiceId, characterAssignments: {} })
  /** A line of the script by another voice. */
  const recording = async (index: number, pace: number) => {
    const { _id: lineId, text } = script.content.lines[index]!
    const body = { voiceId: other!.voiceId, text, scriptId: script._id, lineId, delivery: { pace } }
    return new Uint8Array(await (await api.call(generateClip, { body })).arrayBuffer())
  }

  const sent: number[] = []
  page.on('request', (request) => sent.push(request.postDataBuffer()?.byteLength ?? 0))
  const say = async (audio: Uint8Array) => {
    await speakInto(page, audio)
    await page.goto(`/scripts/${script._id}`)
    await new Reader(page).lineButton(0).focus()
    await page.keyboard.press('d')
    await page.getByRole('button', { name: 'Say it like this…' }).click()
    await page.locator('html[data-spoken]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Stop recording' }).click()
  }
  await say(await recording(1, 1.05))
  await expect(page.getByText(/^These words were not found in the recording: /)).toBeVisible({
    timeout: 60_000,
  })

  await say(await recording(0, 0.6))
  await expect(page.getByText('The voice follows the timing and melody of your recording.')).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Keep take' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  const { directions } = (await api.call(listDirections, { params: { id: script._id } })).data
  const melody = directions[0]!.takes[0]!.delivery.melody!
  expect(melody.map(({ at, length }) => LINE.slice(at, at + length)).join(' ')).toBe(
    'I told you to wait in the car',
  )
  expect(Math.max(...sent), 'no recording is sent').toBeLessThan(10_000)

  const lengthOf = async (lineId: string | undefined) => {
    const body = { voiceId: voice!.voiceId, text: LINE, ...(lineId && { scriptId: script._id, lineId }) }
    const response = await api.call(generateClip, { body })
    return Number(response.headers.get(CLIP_HEADERS.duration))
  }
  const [plain, followed] = [await lengthOf(undefined), await lengthOf(script.content.lines[0]!._id)]
  expect(followed / plain, 'as slow as the recording').toBeGreaterThan(1.25)
  await context.close()
})
