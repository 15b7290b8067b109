import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeTargets } from './metrics-targets.ts'
import { temporaryDir } from './testing/launched.ts'

test('decision 0055: lists the processes in DATA_DIR for Prometheus, in a file readable by its owner only', async () => {
  const folder = await temporaryDir()
  await writeTargets(folder, [{ part: 'worker', url: 'http://127.0.0.1:7' }])
  const file = path.join(folder, 'metrics-targets.json')
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([
    { targets: ['127.0.0.1:7'], labels: { part: 'worker' } },
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})
