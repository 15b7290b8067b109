import { isOutOfMemory } from './engine-failure.ts'
import { NothingToSay } from './engine.ts'
import { LanguageMissing } from './phoneme-source.ts'
import type { Failure } from './protocol.ts'

/** What the engine's process tells a worker of an error. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  // First: where an array finds no room that is a RangeError, as it may be for a text.
  if (isOutOfMemory(message)) return { kind: 'memory', message }
  const isOfText = error instanceof NothingToSay || error instanceof LanguageMissing
  return { kind: isOfText ? 'text' : 'engine', message }
}
