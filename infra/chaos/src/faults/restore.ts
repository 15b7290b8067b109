import { signIn } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Fault, Stage } from '../fault.ts'
import { faultsOf } from '../stand/backlog.ts'
import type { Person } from '../stand/people.ts'
import { lostOf } from '../stand/load.ts'
import { LINES, startOn, startUnderLoad } from '../stand/under-load.ts'

const WHOLE_MS = 5 * 60_000
const COMMANDS = path.resolve(import.meta.dirname, '../../../local/src/commands')

/** A platform is backed up while people use it and clips are made; its machine is lost; an empty one gets the backup. */
export const restore: Fault = {
  name: 'restore',
  tries: 'a backup of the running platform restored onto an empty machine',
  async run(stage) {
    const [first, second] = [await stage.folder('first'), await stage.folder('second')]
    const file = path.join(await stage.folder('backup'), 'all.andscene')
    const { platform: one, load, backlog } = await startUnderLoad(stage, { workers: 1, dataDir: first })
    const at = await backlog.underWay(20)
    await load.more(200)
    // What was acknowledged before it began must be in it.
    const kept = new Map([...load.people].map(([person, { notes }]) => [person, new Set(notes)]))
    const backupSeconds = await command(stage, 'backup', file, first)
    stage.say(`backed up in ${backupSeconds.toFixed(1)} s at ${at} of ${LINES} clips`)
    await load.more(50)
    await load.stop()
    await one.stop()

    const restoreSeconds = await command(stage, 'restore', file, second)
    stage.say(`restored in ${restoreSeconds.toFixed(1)} s`)
    const two = await startOn(stage, { workers: 1, dataDir: second })
    const bad = load.tally.failures()
    if (load.tally.requests.refused > 0) bad.push(`${load.tally.requests.refused} refused`)
    for (const [person, notes] of kept) bad.push(...(await differences(two.origin, person, notes)))
    const there = await backlog.movedTo(two.origin)
    await there.whole(WHOLE_MS)
    const clips = await there.clips()
    return {
      requests: load.tally.requests,
      clips,
      said: `backed up at ${at} clips in ${backupSeconds.toFixed(1)} s, restored in ${restoreSeconds.toFixed(1)} s`,
      bad: [...bad, ...faultsOf(clips)],
    }
  },
}

async function differences(origin: string, person: Person, notes: ReadonlySet<string>): Promise<string[]> {
  const token = await signIn(origin, person.account)
  const api = new PlatformClient(origin, token)
  const script = await api.script(person.script._id)
  const wrong = await lostOf(api, script, notes)
  if (JSON.stringify(script.content) !== JSON.stringify(person.script.content))
    wrong.push('a script is not what it was')
  for (const { path: clip, sound } of person.clips)
    if (!Buffer.from(await api.clip(clip)).equals(sound)) wrong.push('a clip is not what it was')
  return wrong
}

/** Runs a command of the project on a DATA_DIR; returns how many seconds it took. */
async function command(stage: Stage, name: string, file: string, dataDir: string): Promise<number> {
  const begun = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(COMMANDS, `${name}.ts`), file], {
    env: { ...process.env, DATA_DIR: dataDir },
    signal: stage.signal,
  })
  stage.log(stdout.trimEnd())
  return (performance.now() - begun) / 1_000
}
