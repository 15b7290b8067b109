import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ROOT } from './paths.ts'

const HOOK = pathToFileURL(path.join(import.meta.dirname, 'testing/loaded-packages.ts')).href

/** The packages that a process has loaded when it reads its settings, which it rejects. */
async function loadedBy(entry: string): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', HOOK, path.join(ROOT, entry)],
    { env: { PATH: process.env['PATH'], PORT: 'none' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  // One sentence without a stack trace.
  expect(err.trim()).toMatch(/^PORT: .*$/)
  return JSON.parse(out) as string[]
}

/** Packages that only some settings, some work or the compiler require. */
const LATER =
  /^(typebox|firebase-admin|google-auth-library|nodemailer|@bull-board\/.*|lodash|tar|mongodb|@aws-sdk\/.*|@smithy\/.*|@opentelemetry\/sdk-.*)$/

test.each([
  'services/gateway/src/main.ts',
  'services/scripts/src/main.ts',
  'services/tts/src/main.ts',
  'services/tts/src/worker/main.ts',
  'services/subscriptions/src/main.ts',
  'infra/edge/src/main.ts',
])('decision 0054: %s loads a large library only where it is used', { timeout: 60_000 }, async (entry) => {
  const loaded = await loadedBy(entry)
  expect(loaded).toContain('fastify')
  expect(loaded.filter((name) => LATER.test(name))).toEqual([])
  // The proxies use it to forward requests.
  expect(loaded.includes('undici')).toBe(/gateway|edge/.test(entry))
})
