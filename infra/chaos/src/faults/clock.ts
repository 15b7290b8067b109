import { ownParts } from '@andscene/local/parts'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NotTried, type Fault } from '../fault.ts'
import { LINES, startUnderLoad } from '../stand/under-load.ts'

const BACK_SECONDS = 3_600
const LIBRARY = '/usr/lib/*/faketime/libfaketime.so.1'

/** Sets the clock back by an hour for all own processes simultaneously, in the middle of a backlog. */
export const clock: Fault = {
  name: 'clock-back',
  tries: 'the clock of all own processes set back by an hour under load, in the middle of a backlog',
  async run(stage) {
    const [library] = globSync(LIBRARY)
    if (!library) throw new NotTried('libfaketime is not installed (apt-get install faketime)')
    const offset = path.join(await stage.folder('clock'), 'offset')
    await writeFile(offset, '+0\n')
    const { platform, load, backlog, settled } = await startUnderLoad(stage, {
      workers: 2,
      parts: (input) =>
        ownParts(input).map((part) => ({
          ...part,
          env: {
            ...part.env,
            LD_PRELOAD: library,
            FAKETIME_TIMESTAMP_FILE: offset,
            FAKETIME_CACHE_DURATION: '1',
            // Monotonic clocks do not go back.
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            DONT_FAKE_MONOTONIC: '1',
          },
        })),
    })
    const at = await backlog.underWay(30)
    await writeFile(offset, `-${BACK_SECONDS}\n`)
    await stage.until(
      'the edge sends the earlier time',
      async () => (await behind(platform.origin)) > BACK_SECONDS / 2,
    )
    stage.say(`set back at ${at} of ${LINES} clips`)
    await load.more(300)
    const outcome = await settled()
    return { ...outcome, said: `set back by ${BACK_SECONDS} s at ${at} clips` }
  },
}

/** Seconds by which the edge's clock is behind ours. */
async function behind(origin: string): Promise<number> {
  const response = await fetch(`${origin}/config.json`)
  await response.arrayBuffer()
  return (Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1_000
}
