// npm run subscribers -- export [FILE]: the sign-ups for the launch as CSV, while the platform runs or not.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { environmentOf } from '../part-environment.ts'
import { ROOT } from '../paths.ts'
import { readSettings } from '../settings.ts'

const { dataDir } = readSettings(process.env)
const { status } = spawnSync(
  process.execPath,
  [path.join(ROOT, 'services/subscriptions/src/export/main.ts'), ...process.argv.slice(2)],
  {
    env: {
      ...environmentOf(process.env, 'documents'),
      INIT_CWD: process.env['INIT_CWD'] ?? process.cwd(),
      DATA_DIR: dataDir,
    },
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
