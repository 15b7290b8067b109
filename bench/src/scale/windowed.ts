import { report } from '../report.ts'
import { readScript, SAMPLE, scriptLike } from './sample.ts'
import { openSilentStand } from './silent-stand.ts'

/** So many people each have the longest script that may be uploaded narrated: a million clips. */
const SCRIPTS = 20
const LINES = 50_000

/** The same million wanted by long scripts: the queue holds a window of each (decision 0015). */
export async function windowed(): Promise<void> {
  const { texts } = await readScript(SAMPLE)
  const stand = await openSilentStand()
  try {
    const ids = Array.from({ length: SCRIPTS }, (_, n) => `long-${n}`)
    for (const id of ids) stand.harness.scripts.scripts.set(id, scriptLike(texts, LINES, `owner-of-${id}`))
    const before = await stand.meter.use()
    const taken = await stand.measure(async () => {
      for (const id of ids) await stand.harness.plan(id)
      await stand.planned()
    })
    const waiting = await stand.waiting()
    const { memory } = await stand.meter.use()
    report('long scripts', SCRIPTS, 'scripts')
    report('clips that they want', SCRIPTS * LINES, 'clips')
    report('of them the queue holds', waiting, 'jobs')
    report('for which Redis keeps', (memory - before.memory) / 1024 ** 2, 'MB')
    report(
      'a plan of a long script',
      ((taken.worker + taken.scripts + taken.redis) * 1_000) / SCRIPTS,
      'ms of CPU',
    )
  } finally {
    await stand.close()
  }
}
