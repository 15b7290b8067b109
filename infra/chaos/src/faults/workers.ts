import type { Fault } from '../fault.ts'
import { faultsOf, startBacklog } from '../stand/backlog.ts'
import { moreWorkers } from '../stand/more-workers.ts'
import { startServers } from '../stand/servers.ts'
import { startOn } from '../stand/under-load.ts'

const LINES = 600
const MORE = 7
const WHOLE_MS = 7 * 60_000

/** An autoscaler adds seven workers in the middle of a backlog and stops them in the middle of their clips. */
export const workers: Fault = {
  name: 'workers',
  tries: 'workers 1 → 8 → 1 under a backlog',
  async run(stage) {
    const servers = await startServers(stage)
    const more = moreWorkers(stage)
    const platform = await startOn(stage, {
      workers: 1,
      // Workers share this machine.
      env: { ...servers.environment, SPEECH_THREADS: '1' },
      parts: more.parts,
    })
    const backlog = await startBacklog(stage, platform.origin, LINES)
    const at = [await backlog.underWay(50)]
    stage.say(`${at[0]} of ${LINES} clips by one worker`)
    await more.start(MORE)
    at.push(await backlog.underWay(150))
    stage.say(`${at[1]} of ${LINES} clips, now by ${MORE + 1} workers`)
    const ends = await more.end()
    at.push(await backlog.underWay(20))
    stage.say(`${at[2]} of ${LINES} clips, by one worker again`)
    await backlog.whole(WHOLE_MS)
    const clips = await backlog.clips(servers.written.writes())
    const bad = [...faultsOf(clips), ...ends]
    if (clips.twice > 0) bad.push(`${clips.twice} clips were written twice`)
    return { clips, said: `${at.join(', ')} ready with 1, ${MORE + 1}, 1 workers`, bad }
  },
}
