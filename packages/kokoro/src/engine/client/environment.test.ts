import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'

const SECRETS = [
  'INTERNAL_PRIVATE_KEY',
  'S3_SECRET_KEY',
  'AZURE_SPEECH_KEY',
  'OPENAI_API_KEY',
  'MONGODB_URI',
  'REDIS_URL',
]

test("the engine's process gets no secret of the platform and no Node options", async () => {
  const voices = await tinyVoices()
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const name of SECRETS) vi.stubEnv(name, 'secret')
  vi.stubEnv('NODE_OPTIONS', '--no-warnings')
  const file = join(voices.voicesDir, 'environment')
  const wrapper = ['sh', '-c', 'env > "$0"; exec "$@"', file]
  await voices.engine({ wrapper }).speak(request('Hello.'))
  const given = await readFile(file, 'utf8')
  expect(given).toMatch(/^MALLOC_ARENA_MAX=1$/m)
  expect(given).toMatch(/^PATH=/m)
  expect(given).not.toMatch(new RegExp(`^(${SECRETS.join('|')}|NODE_OPTIONS)=`, 'm'))
})
