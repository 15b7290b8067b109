import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
export const MODULES = path.join(ROOT, 'node_modules')

/** A failure that the person at the keyboard can mend: one sentence, no stack trace. */
export class Sentence extends Error {}

export const say = (text) => process.stdout.write(`${text}\n`)

export function inPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder && isExecutable(path.join(folder, program)))
}

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
