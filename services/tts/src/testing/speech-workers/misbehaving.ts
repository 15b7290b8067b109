import { getPriority } from 'node:os'
import { stepBack } from '@andscene/kokoro/engine/lanes/step-back'
import type { SpokenTask, TaskEnvelope, TaskOutcome } from '../../speech/threads/task.ts'
import { HANGING_CHANNEL } from './hanging.ts'

/** Does what its text says: dies, hangs, throws, waits to be canceled, returns its priority, or returns the text. */
export default async function run({ task, cancelled, background }: TaskEnvelope): Promise<TaskOutcome> {
  const { text } = task as SpokenTask
  if (background) stepBack()
  switch (text) {
    case 'die':
      process.exit(7)
    // falls through: never, the process has exited
    case 'hang':
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      new BroadcastChannel(HANGING_CHANNEL).postMessage('')
      for (;;);
    case 'throw':
      throw new Error('trap')
    case 'until cancelled':
      while (Atomics.load(cancelled, 0) === 0);
      return { kind: 'timeout', message: 'cancelled' }
    case 'nice':
      return resultOf(String(getPriority()))
    default:
      return resultOf(text)
  }
}

const resultOf = (text: string): TaskOutcome => ({
  mp3: new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>,
  durationMs: 1,
  finishing: { cut: 0, gain: 1 },
  times: { taken: 0, spoken: 0, encoded: 0 },
})
