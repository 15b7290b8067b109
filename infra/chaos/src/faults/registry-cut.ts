import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Fault, Stage } from '../fault.ts'
import { registryAt, startPageLoads } from '../stand/page-loads.ts'
import { startOn } from '../stand/under-load.ts'

/** How often and how long each file is cut, so that some pages meet each state. */
const TIMES = 20
const CUT_MS = 100
/** The remote in the operator's own file. */
const VISITING = 'visiting'

/** The registry of further remotes and the state of a remote are half-written while pages are loaded. */
export const registryCut: Fault = {
  name: 'registry-cut',
  tries: 'REMOTES_FILE and the state of a remote half-written during page loads',
  async run(stage) {
    const dataDir = await stage.folder('data')
    const remotesFile = path.join(await stage.folder('registry'), 'remotes.json')
    await writeFile(remotesFile, JSON.stringify({ remotes: [] }))
    const { origin } = await startOn(stage, { dataDir, workers: 1, env: { REMOTES_FILE: remotesFile } })
    const { remotes } = await registryAt(origin)
    const row = { ...remotes.find(({ name }) => name === 'reader'), name: VISITING }
    await writeFile(`${remotesFile}.new`, JSON.stringify({ remotes: [row] }))
    await rename(`${remotesFile}.new`, remotesFile)
    const names = ['landing', 'dashboard', 'reader', VISITING]
    await stage.until('the further remote is registered', async () =>
      (await registryAt(origin)).remotes.some(({ name }) => name === VISITING),
    )
    const loads = startPageLoads(stage, origin, names)
    await loads.more(3)
    await cutAgainAndAgain(stage, remotesFile)
    const ofOthers = loads.pages()
    await cutAgainAndAgain(stage, path.join(dataDir, 'web/remotes/dashboard/state.json'))
    await loads.more(3)
    return {
      ...(await loads.stop()),
      said: `${loads.pages()} pages, ${ofOthers} of them by the end of the first file; each cut ${TIMES} times`,
    }
  },
}

/** Like a slow writer, or one that is killed: the file holds only its beginning for a while. */
async function cutAgainAndAgain(stage: Stage, file: string): Promise<void> {
  const whole = await readFile(file, 'utf8')
  try {
    for (let time = 0; time < TIMES; time += 1) {
      await writeFile(file, whole.slice(0, Math.floor((whole.length * time) / TIMES)))
      await after(CUT_MS, undefined, { signal: stage.signal })
    }
  } finally {
    await writeFile(file, whole)
  }
}
