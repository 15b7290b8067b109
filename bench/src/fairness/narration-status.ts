import { TTS_NODE_FLAG } from '@andscene/local/parts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** How long one question after a script of 50,000 lines keeps the process of tts from anything else. */
export async function narrationStatus(): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'narration-status-process.ts'), {
    execArgv: [TTS_NODE_FLAG],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  // What it missed stands in what it printed.
  if (code !== 0) process.exitCode = 1
}
