import { readConfig } from '@andscene/service-kit/config'
import { runService } from '@andscene/service-kit/run-service'
import { extraDrainMs, WorkerConfig } from '../config.ts'
import { SpeechError } from '../speech/provider.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { buildWorker } from '../worker/build-worker.ts'
import { HEAD, ScriptedProvider } from './scripted-provider.ts'

// A worker as its main.ts starts it. Its provider sends a head and then a request to the test, whose response ends the
// text. With TEST_SPEECH=deaf it ignores cancellation.

const provider = new ScriptedProvider('test', async ({ text, voiceId, signal, onHead }) => {
  onHead?.(HEAD)
  const response = await fetch(process.env['TEST_SPEECH_URL']!, {
    method: 'POST',
    body: JSON.stringify({ text, voiceId, pid: process.pid }),
    ...(signal && process.env['TEST_SPEECH'] !== 'deaf' ? { signal } : {}),
  })
  await response.body?.cancel()
  if (!response.ok) throw new SpeechError('server', `the test responded with ${response.status}`)
})

await runService(async () => {
  const config = readConfig(WorkerConfig)
  const app = await buildWorker(config, { providers: new SpeechProviders([provider]) })
  return { app, port: 0, host: config.HOST, drainMs: extraDrainMs(config) }
})
