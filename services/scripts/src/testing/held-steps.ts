import { expect } from 'vitest'
import { SOON } from './harness.ts'
import { parsed } from './samples.ts'

/** Steps of the service that wait until the test releases them. */
export function heldSteps() {
  const held: (() => void)[] = []
  const came = () => expect.poll(() => held.length, SOON).toBe(1)
  const release = () => held.shift()?.()
  return {
    hold: () => new Promise<void>((resolve) => held.push(resolve)),
    /** Resolves when a step waits. */
    came,
    release,
    /** Releases one step as soon as it waits. */
    next: async () => {
      await came()
      release()
    },
    releaseAll: () => {
      while (held.length > 0) release()
    },
  }
}
export type HeldSteps = ReturnType<typeof heldSteps>

/** A parser that returns a script named like its file when `steps` are released. */
export const heldParser = ({ hold }: HeldSteps) => ({
  async parse(_bytes: Uint8Array, fileName: string) {
    await hold()
    return parsed(fileName)
  },
  close: async () => undefined,
})
