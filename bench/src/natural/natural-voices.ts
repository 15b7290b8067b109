import type { Call } from '@andscene/contracts/client'
import { listVoices } from '@andscene/contracts/routes/voices'
import type { Script } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { suggestCast } from '@andscene/screenplay/suggest-cast'
import pWaitFor from 'p-wait-for'

type Asked = { api: { call: Call } }

/** Settings of a platform with natural voices, which tests and other benchmarks disable. */
export const WITH_NATURAL_VOICES = { KOKORO: 'on' }

/** Waits for the natural voices; throws with the platform's own error sentence when they cannot be loaded. */
export async function naturalVoices({ api }: Asked): Promise<Voice[]> {
  return pWaitFor(
    async () => {
      const { voices, naturalVoices: status } = (await api.call(listVoices, {})).data
      if (status?.state === 'ready')
        return pWaitFor.resolveWith(voices.filter(({ provider }) => provider === 'kokoro'))
      // A worker that has just started reports no state yet.
      if (status && status.state !== 'coming') throw new Error(status.reason ?? 'there are no natural voices')
      return false
    },
    { interval: 500 },
  )
}

/** The casting with natural voices that the product suggests. */
export async function naturalCast(stand: Asked, { content: { lines, characters } }: Script) {
  const voices = await naturalVoices(stand)
  const names = characters.map(({ character }) => character)
  return suggestCast({ parts: partsOf(lines, names), voices, casting: { characterAssignments: {} } }).casting
}
