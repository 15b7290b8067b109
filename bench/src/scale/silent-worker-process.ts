import { readConfig } from '@andscene/service-kit/config'
import { runService } from '@andscene/service-kit/run-service'
import { longerDrain, WorkerConfig } from '@andscene/tts/config'
import { SpeechProviders } from '@andscene/tts/speech/providers'
import { ScriptedProvider } from '@andscene/tts/testing/scripted-provider'
import { buildWorker } from '@andscene/tts/worker/build-worker'

// A worker as main.ts starts it, with a voice that costs nothing and that the benchmark pauses and resumes.

let gate = Promise.withResolvers<void>()
process.on('message', (message) => {
  if (message === 'speak') gate.resolve()
  if (message === 'hold') gate = Promise.withResolvers()
})
const provider = new ScriptedProvider('test', () => gate.promise)

await runService(async () => {
  const config = readConfig(WorkerConfig)
  const app = await buildWorker(config, { providers: new SpeechProviders([provider]) })
  return { app, port: 0, host: config.HOST, drainMs: longerDrain(config) }
})
