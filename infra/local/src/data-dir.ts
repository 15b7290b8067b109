import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ExpectedFailure, codeOf } from './failure.ts'

/** Below this a start is refused: the first script's clips alone would fill it. */
export const NEEDED_BYTES = 64 * 1024 ** 2

/** Makes DATA_DIR and makes sure that it can be written to and has room. */
export async function prepareDataDir(folder: string, neededBytes = NEEDED_BYTES): Promise<void> {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    await makeFolder(folder)
    await writeFile(probe, 'x'.repeat(64 * 1024))
  } catch (error) {
    throw unusable(folder, codeOf(error))
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < neededBytes) throw unusable(folder, 'ENOSPC')
}

/**
 * Level by level: below a file system that takes no folders, such as /proc, Node's own recursive mkdir never comes back.
 */
async function makeFolder(folder: string): Promise<void> {
  const { root } = path.parse(path.resolve(folder))
  let level = root
  for (const name of path.relative(root, path.resolve(folder)).split(path.sep).filter(Boolean)) {
    level = path.join(level, name)
    // One that is there may be in a folder that this user may not write to.
    if ((await stat(level).catch(() => undefined))?.isDirectory()) continue
    await mkdir(level).catch((error: unknown) => {
      // Another start may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

function unusable(folder: string, code = 'unknown error'): ExpectedFailure {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ExpectedFailure(
      `The disk of ${folder} is full: free some space, or choose another folder with DATA_DIR.`,
    )
  return new ExpectedFailure(
    `DATA_DIR cannot be written to (${code}): ${folder}; mend its permissions or choose another folder with DATA_DIR.`,
  )
}
