import { startBarePages } from '../reader/bare-pages.ts'
import { LIMIT_MS, LINE, open } from '../reader/page.ts'
import { openReaderStand } from '../reader/stand.ts'
import { median, report } from '../report.ts'
import { FEATURE, fileOf } from '../scripts/sizes.ts'

const RUNS = 7

/** From an address to the first line of a feature, signed in, with nothing in the browser's caches. */
export async function script(): Promise<void> {
  const stand = await openReaderStand()
  const bare = await startBarePages()
  try {
    const uploaded = await stand.api.upload('feature.fdx', fileOf(FEATURE))
    bare.serve('script.json', JSON.stringify({ data: { script: uploaded } }))
    const inNewProfile = async (address: string, selector: string) => {
      const context = await stand.profile()
      const took = await open(context, address, selector)
      await context.close()
      return took
    }
    const ours: number[] = []
    const bares: number[] = []
    // In turn, so that both see the same machine; the first of each warms the servers up.
    for (let run = 0; run <= RUNS; run += 1) {
      ours.push(await inNewProfile(`/scripts/${uploaded._id}`, LINE))
      bares.push(await inNewProfile(bare.script, 'p'))
    }
    const runs = ours.slice(1)
    report('address to first line, new profile', median(runs), 'ms', { limit: LIMIT_MS, runs })
    report('bare page that reads the script and shows a line', median(bares.slice(1)), 'ms', {
      runs: bares.slice(1),
    })
  } finally {
    await bare.stop()
    await stand.close()
  }
}
