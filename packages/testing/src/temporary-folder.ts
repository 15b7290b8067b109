import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder; `remove()` deletes it with its contents. */
export async function temporaryFolder(name = 'andscene'): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `${name}-`))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
