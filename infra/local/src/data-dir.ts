import { chmod, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { codeOf } from './failure.ts'
import { isPrivate, restrictToOwner } from './private-files.ts'

/** A start requires this much free space; the first script's clips would fill less. */
export const NEEDED_BYTES = 64 * 1024 ** 2
/** Mode of folders such as /tmp, where all users may create files. */
const STICKY = 0o1000

/** Entries that a platform creates. Others are left unchanged: DATA_DIR may contain more. */
const OWN = /^(audio|identity|redis|web|platform\.(lock|json)|seeded\.json|[a-z-]+\.sqlite(-\w+)?)$/

/**
 * Creates DATA_DIR, private to its owner; checks that it is writable and has room. Returns whether the file system
 * supports permissions.
 */
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
      if (OWN.test(name)) await restrictToOwner(path.join(folder, name))
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

/** Node's recursive mkdir never returns below /proc. */
async function makeFolder(folder: string): Promise<void> {
  const { root } = path.parse(path.resolve(folder))
  let level = root
  for (const name of path.relative(root, path.resolve(folder)).split(path.sep).filter(Boolean)) {
    level = path.join(level, name)
    // An existing folder may be in one that this user cannot write to.
    if ((await stat(level).catch(() => undefined))?.isDirectory()) continue
    await mkdir(level, level === path.resolve(folder) ? { mode: 0o700 } : {}).catch((error: unknown) => {
      // Another start may have created it meanwhile.
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
