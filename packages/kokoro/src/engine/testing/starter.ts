import { NaturalEngine } from '../client/natural-engine.ts'
import { request } from './test-engine-requests.ts'

// A worker that starts the engine, prints its process id, and is killed by the test.

const [, , voicesDir = '', modelFolder = ''] = process.argv
const entry = new URL('engine-process.ts', import.meta.url)
const engine = new NaturalEngine({
  voicesDir,
  modelFolder,
  temporary: voicesDir,
  entry,
  threads: 1,
  lingerMs: 300,
})
engine.on('process', (pid) => process.send!(pid))
await engine.speak(request('Hello.'))
setInterval(() => {}, 60_000)
