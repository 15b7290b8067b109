import fs from 'node:fs'
import path from 'node:path'
import { Sentence, readText, say } from './machine.mjs'

/**
 * Creates a lock file that names its owner, or takes over the lock of an exited one. `what` is being installed.
 * Resolves to a function that releases the lock.
 */
export async function takeLock(file, what) {
  let told = false
  for (;;) {
    try {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if (error.code === 'ENOSPC') throw new Sentence('The disk is full: free some space and start again.')
      if (error.code !== 'EEXIST')
        throw new Sentence(
          `A folder that is needed cannot be written to (${error.code}): ${path.dirname(file)}`,
        )
    }
    const owner = Number(readText(file))
    if (owner && !alive(owner)) {
      const aside = `${file}.${process.pid}`
      try {
        fs.renameSync(file, aside)
        // Another process may have renewed the lock meanwhile: then the moved file belongs to a running process.
        if (Number(readText(aside)) !== owner) fs.linkSync(aside, file)
        fs.rmSync(aside, { force: true })
      } catch {
        // Another process took over the lock first.
      }
      continue
    }
    if (!told) say(`Waiting for another start that is installing ${what}.`)
    told = true
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
