import { spawnSync } from 'node:child_process'
import { temporaryFolder } from './temporary-folder.ts'

/** Of the machine, whatever PATH is in a test. */
const env = { ...process.env }
const run = (program: string, ...args: string[]) => spawnSync(program, args, { env }).status === 0

/** A disk of its own in memory, of so many kilobytes, that really fills up. Undefined where the user may not mount one. */
export async function smallDisk(kilobytes: number): Promise<SmallDisk | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = await temporaryFolder('andscene-disk')
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', folder.path)) {
    await folder.remove()
    return undefined
  }
  return {
    path: folder.path,
    resize: (to) => {
      if (!run('mount', '-o', `remount,size=${to}k`, folder.path)) throw new Error('the disk kept its size')
    },
    remove: async () => {
      run('umount', '--lazy', folder.path)
      await folder.remove()
    },
  }
}

export type SmallDisk = {
  path: string
  /** Gives it another size, in kilobytes. */
  resize(kilobytes: number): void
  remove(): Promise<void>
}
