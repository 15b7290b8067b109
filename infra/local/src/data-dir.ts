import { chmod, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'
import { isPrivate, takeFromOthers } from './private-files.ts'

/** Below this a start is refused: the first script's clips alone would fill it. */
export const NEEDED_BYTES = 64 * 1024 ** 2
/** On folders such as /tmp, where everybody may make files. */
const STICKY = 0o1000

/** What a platform puts there. Nothing else is touched: DATA_DIR may be a folder that holds more than that. */
const OWN = /^(audio|identity|redis|web|platform\.(lock|json)|seeded\.json|[a-z-]+\.sqlite(-\w+)?)$/

/** Makes DATA_DIR, writable, with room and private to its owner; returns whether the file system keeps permissions. */
export async function prepareDataDir(folder: string, neededBytes = NEEDED_BYTES): Promise<boolean> {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    await makeFolder(folder)
    if ((await stat(folder)).mode & STICKY)
      throw new OperatorError(
        `DATA_DIR ${folder} is a folder that all users of this machine share: choose one of its own.`,
      )
    await writeFile(probe, 'x'.repeat(64 * 1024))
    for (const name of await readdir(folder))
      if (OWN.test(name)) await takeFromOthers(path.join(folder, name))
    await chmod(folder, 0o700).catch(() => undefined)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw unusable(folder, codeOf(error))
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < neededBytes) throw unusable(folder, 'ENOSPC')
  return isPrivate(folder)
}

/** Below /proc, Node's recursive mkdir never returns. */
async function makeFolder(folder: string): Promise<void> {
  const { root } = path.parse(path.resolve(folder))
  let level = root
  for (const name of path.relative(root, path.resolve(folder)).split(path.sep).filter(Boolean)) {
    level = path.join(level, name)
    // One that is there may be in a folder that this user may not write to.
    if ((await stat(level).catch(() => undefined))?.isDirectory()) continue
    await mkdir(level, level === path.resolve(folder) ? { mode: 0o700 } : {}).catch((error: unknown) => {
      // Another start may have made it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

function unusable(folder: string, code = 'unknown error'): OperatorError {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new OperatorError(
      `The disk of ${folder} is full: free some space, or choose another folder with DATA_DIR.`,
    )
  return new OperatorError(
    `DATA_DIR cannot be written to (${code}): ${folder}; mend its permissions or choose another folder with DATA_DIR.`,
  )
}
