// npm run voices: fetches the natural voices into VOICES_DIR, for images and by hand.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environmentOf } from '../part-environment.ts'
import { ROOT } from '../paths.ts'

const child = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'services/tts/src/speech/kokoro/model/main.ts')],
  { env: environmentOf(process.env, 'clips', 'voices', 'outside'), stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('disconnect', () => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 1))
