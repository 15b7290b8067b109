import { clearCache } from '@andscene/contracts/routes/caching'
import { Recorder } from '@andscene/e2e/fixtures/recorder'
import { SILENCE } from '@andscene/e2e/fixtures/sound'
import { castingInTurn } from '@andscene/platform-client/platform-client'
import { startAzureSpeechServer } from '@andscene/testing/azure-speech-server'
import { report } from '../report.ts'
import { MOST_GAP_MS, playAt, recordUntilOver, unplanned } from './gaps.ts'
import {
  openScript,
  press,
  reportWaits,
  sinceClick,
  watchClicks,
  watchWaits,
  whenState,
} from './listening.ts'
import { longLines } from '../generated-scripts.ts'
import { openReaderStand, type ReaderStand } from '../stand.ts'

const LINES = 300
const RATE = 2
const PROVIDER_MS = 400
const VOICES = ['Ada', 'Ben', 'Cleo', 'Dev', 'Eve', 'Finn'].map((name) => ({
  Name: name,
  DisplayName: name,
  ShortName: `en-US-${name}Neural`,
  Gender: 'Female',
  Locale: 'en-US',
  LocaleName: 'English (United States)',
  VoiceType: 'Neural',
  Status: 'GA',
  WordsPerMinute: '150',
}))

/** A script without stored clips, played while a slow provider and one worker make them. */
export async function cold(): Promise<void> {
  const azure = await startAzureSpeechServer()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => azure.stop())
  azure.list.body = JSON.stringify(VOICES)
  azure.next(...Array.from({ length: 4 * LINES }, () => ({ does: 'speak', delayMs: PROVIDER_MS }) as const))
  await using stand = await openReaderStand({ AZURE_SPEECH_HOST: azure.host })
  const script = await stand.api.upload('cold.fdx', longLines(LINES))
  await stand.cast(script, castingInTurn(script, await azureVoices(stand)))
  // The worker is connected, but no clip is stored.
  await stand.api.call(clearCache, { body: { scriptId: script._id } })
  const { ready } = await stand.api.narration(script._id)
  if (ready > 0) throw new Error(`${ready} clips are still stored`)

  const context = await stand.profile()
  const page = await context.newPage()
  const recorder = await Recorder.install(page)
  await watchClicks(page)
  await playAt(page, RATE)
  await openScript(page, script)
  await press(page, 'Play')
  await whenState(page, 'playing')
  const waits = await watchWaits(page)
  const recording = await recordUntilOver(page, recorder)
  const { samples, from, sampleRate, starts } = recording
  const first = samples.findIndex((sample) => Math.abs(sample) >= SILENCE)
  const seconds = starts.reduce((sum, start) => sum + start.duration, 0)
  const silences = unplanned(recording, script, RATE).filter((gap) => gap > MOST_GAP_MS)
  process.stdout.write(
    `${starts.length} lines of ${((seconds / starts.length) * RATE).toFixed(1)} s on average at 1×, played at ${RATE}×; ` +
      `${azure.spoken.length} clips requested from the provider\n`,
  )
  report('play to first sound', await sinceClick(page, from + first / sampleRate), 'ms')
  reportWaits('cold', await waits.jsonValue())
  report(`silences more than ${MOST_GAP_MS} ms beyond the plan`, silences.length, 'stalls', { limit: 0 })
}

const azureVoices = async ({ api }: ReaderStand) =>
  (await api.voices()).filter(({ voiceId }) => voiceId.startsWith('azure:'))
