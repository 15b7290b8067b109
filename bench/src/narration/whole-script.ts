import { clearCache } from '@andscene/contracts/routes/caching'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { wantedClips, type WantedClip } from '@andscene/tts/clips/wanted-clips'
import { createProviders } from '@andscene/tts/speech/create-providers'
import { availableParallelism } from 'node:os'
import { inParallel, inTurn, report, reportMedian, timed } from '../report.ts'
import { median } from 'simple-statistics'
import { openStand } from '../stand.ts'

const RUNS = 3
const MAX_SLOWDOWN = 1.25

/** Local voices need no stored voice list. */
const NO_STORED_VOICES = { read: async () => undefined, write: async () => undefined }

/**
 * Measures how much slower the platform narrates a script than its bare engine, from the saved casting to the last
 * stored clip. The baseline makes the same clips in a loop on as many threads, alternating with the platform.
 */
export async function wholeScript(file: string): Promise<void> {
  const threads = availableParallelism()
  const providers = createProviders({ SPEECH_THREADS: threads })
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => providers.close())
  await using stand = await openStand({ SPEECH_THREADS: String(threads) })
  const script = await stand.api.uploadFile(file)
  const casting = await stand.api.fliteCasting(script)
  const { clips, paths } = await wantedClips(
    { scriptId: script._id, lines: script.content.lines, casting },
    new VoiceCatalogue(providers, NO_STORED_VOICES),
  )
  const lines = paths.filter((path) => path !== undefined).length
  process.stdout.write(`${lines} lines to speak are ${clips.size} distinct clips; ${threads} threads\n`)

  const speak = (clip: WantedClip) => providers.providerOf(clip.voiceId).synthesise(clip)
  const speakAll = () => inParallel([...clips.values()], threads, speak)
  // The first clips load engines and dictionaries, as in the worker.
  await inParallel([...clips.values()].slice(0, 40), threads, speak)
  const { engine, platform } = await inTurn(RUNS, {
    engine: () => seconds(speakAll),
    async platform() {
      const took = await seconds(async () => {
        await stand.api.cast(script, casting)
        await stand.api.narrated(script)
      })
      const { filesDeleted } = await stand.api.call(clearCache, { body: { scriptId: script._id } })
      if (filesDeleted !== clips.size) throw new Error(`${filesDeleted} files, not ${clips.size}`)
      return took
    },
  })
  reportMedian('bare engine and encoder', engine, 's')
  reportMedian('whole script narrated', platform, 's')
  report('times the bare engine', median(platform) / median(engine), '×', { limit: MAX_SLOWDOWN })
}

const seconds = async (work: () => Promise<unknown>) => (await timed(work)) / 1_000
