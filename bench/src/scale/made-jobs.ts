import type { LineAudioJob } from '@andscene/contracts/queues'
import { clipPath, textHash } from '@andscene/tts/clips/clip-path'
import type { Backlog } from '@andscene/tts/pipeline/backlog'
import { UNPLAYED } from '@andscene/tts/pipeline/priorities'

/** Clips of one script that the queue holds. */
export const WINDOW = 2_000
/** Plans that one worker makes at once. */
const PLANNERS = 2

/** The windows of so many scripts, each of another person: all have the same ranks, as people who take turns have. */
export async function addWindows(
  backlog: Backlog,
  texts: readonly string[],
  { from, scripts }: { from: number; scripts: number },
): Promise<void> {
  const numbers = Array.from({ length: scripts }, (_, n) => from + n).values()
  const addInTurn = async () => {
    for (const n of numbers) await backlog.add(windowOf(`script-${n}`, texts))
  }
  await Promise.all(Array.from({ length: PLANNERS }, addInTurn))
}

const windowOf = (scriptId: string, texts: readonly string[]) =>
  Array.from({ length: WINDOW }, (_, n) => ({
    job: jobOf({ scriptId, text: `${n}: ${texts[n % texts.length]!}`, lineIndex: n }),
    priority: UNPLAYED.first + n,
  }))

/** A job as a plan makes it. */
export function jobOf({
  scriptId,
  text,
  lineIndex,
}: {
  scriptId: string
  text: string
  lineIndex: number
}): LineAudioJob {
  const voiceId = 'local:flite-slt'
  const source = { provider: 'local', engineVersion: '1', voiceId, language: 'en-US', text }
  return {
    scriptId,
    ownerId: `owner-of-${scriptId}`,
    castingVersion: 1,
    voiceId,
    text,
    textHash: textHash(text),
    path: clipPath(source, { scriptId }),
    lineIndex,
  }
}
