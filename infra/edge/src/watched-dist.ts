import { stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Watches the `dist` of one shell or remote. `marks` are files that every complete build has; a change of one means a
 * new build. `take` copies it, because the next build clears `dist`, and resolves with its version.
 */
export function watchedDist(dist: string, marks: string[], take: () => Promise<string>) {
  let seen = ''
  let version: string | undefined
  let running: Promise<string | undefined> | undefined

  /** Sizes and times of the marks, or undefined if one is missing. */
  const signature = async (): Promise<string | undefined> => {
    const stats = await Promise.all(marks.map((mark) => stat(path.join(dist, mark)).catch(() => undefined)))
    if (stats.includes(undefined)) return undefined
    return stats.map((found) => `${found?.size} ${found?.mtimeMs}`).join('\n')
  }
  const look = async (): Promise<string | undefined> => {
    const now = await signature()
    if (now === undefined || now === seen) return version
    try {
      const taken = await take()
      // Rewritten during the copy: the next request checks again.
      if ((await signature()) !== now) return version
      version = taken
      seen = now
    } catch (error) {
      // A build is in progress: files come and go.
      if (version === undefined) throw error
    }
    return version
  }
  /**
   * Resolves with the version of the newest complete build; while `dist` is rewritten, of the previous one. Undefined
   * if there never was one.
   */
  return (): Promise<string | undefined> => {
    running ??= look().finally(() => {
      running = undefined
    })
    return running
  }
}
