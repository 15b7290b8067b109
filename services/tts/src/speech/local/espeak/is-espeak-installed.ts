import { createRequire } from 'node:module'

/** eSpeak NG (GPL) is an optional dependency. Loads nothing. */
export function isEspeakInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}
