import { spawnSync } from 'node:child_process'
import { temporaryFolder } from './temporary-folder.ts'

/** The original environment: a test may change PATH. */
const env = { ...process.env }
const run = (program: string, ...args: string[]) => spawnSync(program, args, { env }).status === 0

/** A RAM disk of this many kilobytes that can fill up. Undefined where the user may not mount one. */
export async function smallDisk(kilobytes: number) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = await temporaryFolder('andscene-disk')
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', folder.path)) {
    await folder.remove()
    return undefined
  }
  return {
    path: folder.path,
    /** New size in kilobytes. */
    resize: (to: number) => {
      if (!run('mount', '-o', `remount,size=${to}k`, folder.path)) throw new Error('the disk kept its size')
    },
    remove: async (): Promise<void> => {
      run('umount', '--lazy', folder.path)
      await folder.remove()
    },
  }
}
