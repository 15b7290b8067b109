import { listVoices } from '@andscene/contracts/routes/voices'
import type { Script } from '@andscene/contracts/script'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import { setTimeout as delay } from 'node:timers/promises'

type Asked = { api: { call: import('@andscene/contracts/client').Call } }

/** Settings of a platform with natural voices: the tests' and other benchmarks' leave them out. */
export const WITH_NATURAL_VOICES = { KOKORO: 'on' }

const LOOK_AGAIN_MS = 500

/** The natural voices, as soon as they are ready. Throws with the platform's sentence when they do not come. */
export async function naturalVoices({ api }: Asked) {
  for (;;) {
    const { voices, naturalVoices: status } = (await api.call(listVoices, {})).data
    if (status?.state === 'ready') return voices.filter(({ provider }) => provider === 'kokoro')
    // A worker that has just started has not said yet.
    if (status && status.state !== 'coming') throw new Error(status.reason ?? 'there are no natural voices')
    await delay(LOOK_AGAIN_MS)
  }
}

/** The cast that the product suggests, of natural voices. */
export async function naturalCast(stand: Asked, { content: { lines, characters } }: Script) {
  const voices = await naturalVoices(stand)
  const names = characters.map(({ character }) => character)
  return suggestCast({ parts: partsOf(lines, names), voices, casting: { characterAssignments: {} } }).casting
}
