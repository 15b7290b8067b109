import { TTS_NODE_FLAG } from '@andscene/local/parts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** How long a status request for a script of 50,000 lines blocks the event loop of tts. */
export async function narrationStatus(): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'narration-status-process.ts'), {
    execArgv: [TTS_NODE_FLAG],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
