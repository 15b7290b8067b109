import { afterEach, expect, test, vi } from 'vitest'
import { goTool } from './go-tool.ts'
import { temporaryFolder } from './temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('decision 0055: without a built tool or Go, names the Go version to install', async () => {
  const empty = await temporaryFolder('andscene-no-go')
  vi.stubEnv('PATH', empty.path)
  vi.stubEnv('XDG_CACHE_HOME', empty.path)
  await expect(goTool('promtool')).rejects.toThrow(
    /^promtool is needed: install Go 1\.\d+\.\d+ or later \(https:\/\/go\.dev\/dl\), from which it is built\.$/,
  )
  await empty.remove()
})
