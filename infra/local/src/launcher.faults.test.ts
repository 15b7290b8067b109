import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { freePort } from '@andscene/service-kit/free-port'
import { isAlive, launch } from './testing/launched.ts'

const LIMIT_MS = 5_000

const untilGone = (pids: number[]) =>
  vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: LIMIT_MS, interval: 25 })

const ask = async <T>(port: number): Promise<T> =>
  (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as T

/** Standard error of a start that exited with 1. */
async function failure(run: Awaited<ReturnType<typeof launch>>) {
  expect(await run.exited).toBe(1)
  expect(run.said.out).not.toContain('Ready:')
  return run.said.err.trimEnd()
}

/** Whether the lock of this DATA_DIR is released. */
function isFree(dataDir: string) {
  const lock = tryFileLock(path.join(dataDir, 'platform.lock'))
  lock?.release()
  return lock !== undefined
}

describe('a start that fails', () => {
  test('reports that the port is taken', async () => {
    const port = await freePort()
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening')
    const run = await launch({ env: { PORT: String(port) } })
    expect(await failure(run)).toMatch(/^Port \d+ is taken: .* PORT=.*$/)
    server.close()
  })

  test('reports that another platform uses DATA_DIR, and does not affect that platform', async () => {
    const first = await launch()
    const pids = await first.ready()
    expect(await failure(await launch({ dataDir: first.dataDir }))).toMatch(
      /^DATA_DIR .* is used by a platform that runs already \(http:\/\/localhost:\d+, process \d+\).*$/,
    )
    expect(Object.values(pids).every(isAlive)).toBe(true)
  })

  test.each([
    ['redis-server is missing', { env: { PATH: '/nowhere' } }, /^redis-server was not found.* install it.*$/],
    [
      'a part did not start, with its last output, ends the others',
      { parts: { one: '', two: 'dies immediately' } },
      /^two did not start, it ended with exit code 3: the database is of another version.*$/,
    ],
  ])('reports that %s, and releases DATA_DIR', async (_what, options, sentence) => {
    const run = await launch(options)
    expect(await failure(run)).toMatch(sentence)
    expect(isFree(run.dataDir)).toBe(true)
  })
})

describe('a platform that is stopped', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s ends every process within 5 s and exits with 0',
    async (signal) => {
      const run = await launch({ parts: { one: '', two: 'deaf' } })
      const pids = Object.values(await run.ready())
      const started = Date.now()
      run.child.kill(signal)
      expect(await run.exited).toBe(0)
      await untilGone(pids)
      expect(Date.now() - started).toBeLessThan(LIMIT_MS)
    },
  )

  test('by SIGTERM while it starts leaves no process', async () => {
    const run = await launch({ parts: { one: '', two: 'silent' } })
    await run.output(/two +│ never ready/)
    run.child.kill('SIGTERM')
    expect(await run.exited).toBe(0)
    expect(isFree(run.dataDir)).toBe(true)
  })

  test('by kill -9 of the launcher leaves no process after 5 s, and DATA_DIR can be used again', async () => {
    const run = await launch({ parts: { deaf: 'deaf', two: '' } })
    const pids = await run.ready()
    const { child } = await ask<{ child: number }>(run.port)
    expect(isAlive(child)).toBe(true)
    run.child.kill('SIGKILL')
    // Immediately: this start waits for the guard of the killed platform.
    const again = await launch({ dataDir: run.dataDir })
    expect(Object.keys(await again.ready())).toContain('redis')
    await untilGone([...Object.values(pids), child])
  })

  test('by kill -9 of the launcher is cleaned up even by a guard that replaced a killed one', async () => {
    const run = await launch({ parts: { deaf: 'deaf', two: '' } })
    const pids = Object.values(await run.ready())
    process.kill(pids.at(-1) ?? 0, 'SIGKILL')
    await run.output(/the guard process was ended; a new one is there/)
    expect(isFree(run.dataDir)).toBe(false)
    run.child.kill('SIGKILL')
    await untilGone(pids)
  })
})

test('restarts a part that crashed, logs it, and does not affect the others', async () => {
  const run = await launch()
  const before = await run.ready()
  process.kill(before['one'] ?? 0, 'SIGKILL')
  await run.output(/one +│ ended by SIGKILL; starting it again in 0\.05 s/)
  await run.output(/one +│ is back/)
  const response = await ask<{ pid: number }>(run.port)
  expect(response.pid).not.toBe(before['one'])
  expect(isAlive(before['two'] ?? 0)).toBe(true)
})

test('doubles the delay before each further restart, up to a limit', async () => {
  const run = await launch()
  await run.ready()
  for (const wait of ['0.05', '0.1', '0.2', '0.4', '0.4']) {
    const { pid } = await ask<{ pid: number }>(run.port)
    const said = run.said.out.length
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(run.said.out.slice(said)).toMatch(/is back/), { timeout: 10_000 })
    expect(run.said.out.slice(said)).toContain(`starting it again in ${wait} s`)
  }
})

test.each([
  ['demo is there', true],
  ['', false],
])('prints the demo account only if it still has its first password (%s)', async (how, named) => {
  const run = await launch({ parts: { one: how } })
  await run.ready()
  expect(/Sign in at http:.* as demo@andscene\.example with the password/.test(run.said.out)).toBe(named)
})
