// npm run voices: fetches the natural voices into VOICES_DIR, for images and by hand.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { environmentOf } from '../part-environment.ts'
import { ROOT } from '../paths.ts'

const { status } = spawnSync(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    path.join(ROOT, 'services/tts/src/speech/kokoro/model/main.ts'),
    ...process.argv.slice(2),
  ],
  { env: environmentOf(process.env, 'clips', 'voices', 'outside'), stdio: 'inherit' },
)
process.exit(status ?? 1)
