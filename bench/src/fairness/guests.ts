import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { voiceForLine } from '@andscene/screenplay/voices'
import { fdxOfLength } from '@andscene/testing/fdx-file'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from '../child.ts'
import { openStand, type Stand } from '../stand.ts'
import { report } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import type { CrowdOfGuests, Line, ToldGuests } from './guest-crowd.ts'
import { shortClip } from './speech.ts'
import { fillLibrary, GIVEN_UP_MS, listOnce, measure } from './waits.ts'

const LINKS = 50
const GUESTS = 1_000
const ADDRESSES = 20
const LINES = 2_000
const WARM_UP = 50
const READS = 150
const CLIPS = 20
const SETTLE_MS = 5_000
const TIMES_ALONE_AT_MOST = 2
const FIRST_SOUND_MS = 1_500

/**
 * A user's list and first sound, alone and next to a user with 50 links to a script in narration that 1,000 guests have
 * opened from 20 addresses.
 */
export async function guests(): Promise<void> {
  await using stand = await openStand({ LIMIT_PERSON: '6000' })
  const { token } = stand.person
  await fillLibrary(stand)
  const list = () => listOnce(stand.origin, token)
  const sound = shortClip(stand.origin, token)
  await measure(list, WARM_UP)
  await measure(sound, WARM_UP / 10)
  const listsAlone = await measure(list, READS)
  const soundsAlone = await measure(sound, CLIPS)
  const p95Alone = quantile(listsAlone, 0.95)
  report('list alone, p50', median(listsAlone), 'ms')
  report('list alone, p95', p95Alone, 'ms')
  report('first sound alone, p95', quantile(soundsAlone, 0.95), 'ms')

  const file = path.join(import.meta.dirname, 'guest-crowd.ts')
  const crowd = await startChild<string, ToldGuests>(file, await sharedScript(stand))
  await delay(SETTLE_MS)
  const lists = await measure(list, READS)
  const sounds = await measure(sound, CLIPS)
  const { opened, streams, bodies, clips, refused } = await crowd.ask()
  await crowd.close()
  process.stdout.write(
    `${opened} guests at ${ADDRESSES} addresses: ${streams} streams and ${bodies} dripping bodies, ${clips} clips heard, ${refused} refusals\n`,
  )
  const p95 = quantile(lists, 0.95)
  report('list next to the guests, p50', median(lists), 'ms')
  report('list next to the guests, p95', p95, 'ms')
  report('list, times its p95 alone', p95 / p95Alone, '×', { limit: TIMES_ALONE_AT_MOST })
  const missing = lists.filter((time) => time >= GIVEN_UP_MS).length
  report('list, not received within 5 s', missing, `of ${lists.length}`, { limit: 0 })
  report('first sound next to the guests, p50', median(sounds), 'ms')
  report('first sound next to the guests, p95', quantile(sounds, 0.95), 'ms', { limit: FIRST_SOUND_MS })
}

/** A script of another user with all its links; its narration has begun. */
async function sharedScript(stand: Stand): Promise<CrowdOfGuests> {
  const owner = await createAccount(stand.origin)
  const api = new PlatformClient(stand.origin, owner.token)
  const script = await api.upload('shared.fdx', Buffer.from(fdxOfLength(LINES)))
  const links: string[] = []
  for (let n = 0; n < LINKS; n += 1)
    links.push((await api.link(script._id, { name: `Reader ${n}`, role: 'commenter', days: 30 })).token)
  const casting = await api.fliteCasting(script)
  await api.cast(script, casting)
  const lines = script.content.lines.flatMap((line): Line[] => {
    const voiceId = voiceForLine(line, casting, () => true)
    return voiceId === undefined ? [] : [{ _id: line._id, text: line.text, voiceId }]
  })
  // Guests connect from IPv4 addresses; the name also resolves to an IPv6 address.
  const origin = stand.origin.replace('localhost', '127.0.0.1')
  return { origin, guests: GUESTS, addresses: ADDRESSES, scriptId: script._id, links, lines }
}
