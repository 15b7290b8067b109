import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { startPlatform, type Platform, type PlatformOptions } from '../platform.ts'

/**
 * Starts a whole platform with one worker on a free port, in a folder that `stop()` deletes unless `dataDir` is set. By
 * default discards logs and does not build the web part; `env` is added to this process's environment.
 */
export async function temporaryPlatform({ env, ...options }: PlatformOptions = {}): Promise<Platform> {
  const folder = options.dataDir === undefined ? await temporaryFolder('andscene-platform') : undefined
  try {
    const platform = await startPlatform({
      port: 0,
      workers: 1,
      build: false,
      log: () => {},
      dataDir: folder?.path,
      ...options,
      env: { ...process.env, ...env },
    } as PlatformOptions)
    return {
      ...platform,
      async stop() {
        await platform.stop()
        await folder?.remove()
      },
    }
  } catch (error) {
    await folder?.remove()
    throw error
  }
}
