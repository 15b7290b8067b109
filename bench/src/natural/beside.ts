import { fdxFile } from '@andscene/testing/fdx-file'
import { openStand } from '../narration/stand.ts'
import { median, percentile, report } from '../report.ts'
import { firstSounds } from './first-sound.ts'
import { shortLine } from './lines.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './stand.ts'

const LINES = 2_765
const COUNT = 20
const TIMES_ALONE_AT_MOST = 2

/** Somebody's next line while a script of 2,765 lines is being narrated for somebody else. */
export async function beside(): Promise<void> {
  const stand = await openStand(WITH_NATURAL_VOICES)
  try {
    const alone = await firstSounds(stand, { count: COUNT, from: 1_000 })
    const lines = Array.from({ length: LINES }, (_, n) => ({ type: 'Action', text: shortLine(10_000 + n) }))
    const script = await stand.api.upload('long.fdx', fdxFile(lines))
    await stand.api.cast(script, await naturalCast(stand, script))
    await stand.api.narrated(script, 2)
    const crowded = await firstSounds(stand, { count: COUNT, from: 2_000 })
    const { ready } = await stand.api.narration(script._id)
    process.stdout.write(`meanwhile ${ready} of ${LINES} lines were made\n`)
    report('first sound alone, p50', median(alone.first), 'ms')
    report(`first sound beside a casting of ${LINES} lines, p50`, median(crowded.first), 'ms')
    report('first sound beside it, p95', percentile(crowded.first, 0.95), 'ms')
    report('times its time alone', median(crowded.first) / median(alone.first), '×', {
      limit: TIMES_ALONE_AT_MOST,
    })
  } finally {
    await stand.close()
  }
}
