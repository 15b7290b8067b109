import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
export const MODULES = path.join(ROOT, 'node_modules')

/** An error that the operator can fix: one sentence without a stack trace. */
export class Sentence extends Error {
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

export const say = (text) => process.stdout.write(`${text}\n`)

/** Where Homebrew links programs; shells started from an editor often lack these folders in PATH. */
const HOMEBREW = ['/opt/homebrew/bin', '/usr/local/bin']

/** Folders to search for programs: PATH, then Homebrew's on a Mac. */
export const programFolders = () => [
  ...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean),
  ...(process.platform === 'darwin' ? HOMEBREW : []),
]

export function findProgram(names) {
  for (const folder of programFolders())
    for (const name of names) if (isExecutable(path.join(folder, name))) return path.join(folder, name)
  return undefined
}

export const inPath = (program) => findProgram([program]) !== undefined

export function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The user's cache folder (XDG base directories; on a Mac ~/Library/Caches). */
export function cacheFolder() {
  const xdg = process.env.XDG_CACHE_HOME
  const caches =
    xdg && path.isAbsolute(xdg)
      ? xdg
      : path.join(os.homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
  return path.join(caches, 'and-scene')
}
