import { createRequire } from 'node:module'

/** eSpeak NG is under the GPL and an optional dependency, which a build may leave out. Looks for its package and loads nothing. */
export function isEspeakInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}
