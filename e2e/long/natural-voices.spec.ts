import { startPlatform, type Platform } from '@andscene/local/platform'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { existsSync } from 'node:fs'
import { defaultVoicesDir, voiceFolders } from '@andscene/tts/speech/kokoro/model/folders'
import { KOKORO } from '@andscene/tts/speech/kokoro/model/spec'
import { createAccount } from '../fixtures/accounts.ts'
import { Api, SAMPLE } from '../fixtures/api.ts'
import { Reader } from '../fixtures/reader.ts'
import { Recorder } from '../fixtures/recorder.ts'
import { audible } from '../fixtures/sound.ts'
import { expect, login, test } from '../fixtures/test.ts'

/** A scene heading, narration and speeches of four people: about two minutes. */
const LAST_LINE = 24

const { runtime, voices } = voiceFolders(process.env['VOICES_DIR'] ?? defaultVoicesDir(), KOKORO)

test.skip(!existsSync(voices) || !existsSync(runtime), 'npm run voices brings the natural voices')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let platform: Platform
test.beforeAll(async () => {
  folder = await temporaryFolder('andscene-natural')
  platform = await startPlatform({
    port: 0,
    dataDir: folder.path,
    build: false,
    log: () => {},
    env: { ...process.env, KOKORO: 'on' },
  })
})
test.afterAll(async () => {
  await platform?.stop()
  await folder?.remove()
})

test('a script that was just uploaded is cast with natural voices and played at once: every line is heard, in order', async ({
  browser,
}) => {
  test.setTimeout(10 * 60_000)
  const person = await createAccount(platform.origin)
  const context = await browser.newContext({
    baseURL: platform.origin,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const recorder = await Recorder.install(page)
  await login(page, person)
  const api = Api.of(page)
  await expect
    .poll(
      async () =>
        (await api.voices()).filter((voice) => voice.provider === 'kokoro' && voice.isActive).length,
    )
    .toBeGreaterThan(60)

  await page.getByRole('button', { name: 'Upload Script' }).click()
  await page.locator('input[type=file]').setInputFiles(SAMPLE)
  await page.getByText('View', { exact: true }).click()
  const reader = new Reader(page)
  const listening = await reader.listen()
  const card = page.getByRole('region', { name: /needs? (a voice|voices)$/ })
  await card.getByRole('button', { name: 'Suggest a cast and play' }).click()
  const pressed = Date.now()
  await listening.until(0)
  test.info().annotations.push({ type: 'first sound', description: `${Date.now() - pressed} ms after Play` })

  const id = page.url().split('/').at(-1) ?? ''
  const { content, narrationVoiceId, sceneHeadingVoiceId } = await api.script(id)
  const cast = [narrationVoiceId, sceneHeadingVoiceId, ...content.characters.map(({ voiceId }) => voiceId)]
  expect(cast.filter((voiceId) => !voiceId?.startsWith('kokoro:'))).toEqual([])
  expect(new Set(cast.slice(2)).size, 'each character has a voice of their own').toBe(
    content.characters.length,
  )

  const waits = await page.getByTestId('player').evaluateHandle((mark) => {
    const seen: string[] = []
    new MutationObserver(() => {
      const { state, line = '' } = (mark as HTMLElement).dataset
      if (state === 'loading') seen.push(line)
    }).observe(mark, { attributeFilter: ['data-state'] })
    return seen
  })
  const heard = await listening.until(LAST_LINE)
  // How fast the machine is decides: it is told here, and measured by the bench.
  test.info().annotations.push({ type: 'lines waited for', description: String(await waits.jsonValue()) })
  expect([...heard.keys()]).toEqual(Array.from({ length: LAST_LINE + 1 }, (_, line) => line))
  const { samples, sampleRate, peak } = await recorder.take()
  expect(peak, 'nothing is clipped').toBeLessThan(1)
  const { start, end } = audible(samples)
  expect((end - start) / sampleRate, 'seconds of a read').toBeGreaterThan(LAST_LINE)
  await context.close()
})
