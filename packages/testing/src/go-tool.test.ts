import { afterEach, expect, test, vi } from 'vitest'
import { goTool } from './go-tool.ts'
import { temporaryFolder } from './temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('decision 0055 says which Go to install where a tool is neither built nor can be', async () => {
  const empty = await temporaryFolder('andscene-no-go')
  vi.stubEnv('PATH', empty.path)
  vi.stubEnv('XDG_CACHE_HOME', empty.path)
  await expect(goTool('promtool')).rejects.toThrow(
    /^promtool is needed: install Go 1\.\d+\.\d+ or later \(https:\/\/go\.dev\/dl\), from which it is built\.$/,
  )
  await empty.remove()
})
