import { castingChange } from '@andscene/contracts/casting-change'
import { CallError, createClient, type Call } from '@andscene/contracts/client'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import { readCasting, readScript, saveCasting } from '@andscene/contracts/routes/scripts'
import { listVoices } from '@andscene/contracts/routes/voices'
import type { Casting, CastingSlot } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { partsOf } from '@andscene/screenplay/casting/parts'
import { speaks } from '@andscene/screenplay/casting/script-voices'
import { isOutdated, recastSuggested } from '@andscene/screenplay/recast'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../platform.ts'
import { signInDemo } from './demo-account.ts'
import { readMark, writeMark, type SeedMark } from './seed-mark.ts'

/** Language of the bundled script, a primary subtag of BCP 47. */
export const SAMPLE_LANGUAGE = 'en'

/** Intervals at which the state of the natural voices is polled: while they load, and while something prevents it. */
const LOADING_POLL_MS = 5_000
const BLOCKED_POLL_MS = 60_000

/** All slots with a voice. */
export const slotsOf = ({
  characterAssignments,
  narrationVoiceId,
  sceneHeadingVoiceId,
}: Casting): CastingSlot[] => [
  ...Object.keys(characterAssignments).map((name) => ({ kind: 'character' as const, name })),
  ...(narrationVoiceId ? [{ kind: 'narration' as const }] : []),
  ...(sceneHeadingVoiceId ? [{ kind: 'scene-heading' as const }] : []),
]

const voiceIn = (casting: Casting, { kind, name = '' }: CastingSlot): string | undefined =>
  kind === 'character'
    ? casting.characterAssignments[name]
    : kind === 'narration'
      ? casting.narrationVoiceId
      : casting.sceneHeadingVoiceId

export const hasNaturalVoices = (voices: readonly Voice[]): boolean =>
  voices.some((voice) => voice.isActive && isNatural(voice) && speaks(voice, SAMPLE_LANGUAGE))

type Given = Pick<Platform, 'origin' | 'dataDir' | 'demo' | 'embeddedIdentity'>

/**
 * Waits for the natural voices, then casts the sample script with them once, except for voices that the user chose.
 * Never rejects.
 */
export async function recastDemoScript(
  { origin, dataDir, demo, embeddedIdentity }: Given,
  say: (line: string) => void,
  signal: AbortSignal,
  loadingPollMs = LOADING_POLL_MS,
): Promise<void> {
  const mark = embeddedIdentity ? await readMark(dataDir) : undefined
  if (!mark?.waiting) return
  let token: string | undefined
  const call = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })
  while (!signal.aborted) {
    let pause = BLOCKED_POLL_MS
    try {
      token ??= await signInDemo({ origin, demo }, signal)
      if (token === undefined) return
      const { voices, naturalVoices } = (await call(listVoices, {}, { signal })).data
      const state = naturalVoices?.state
      // The state `ready` is not enough: without an active voice, waiting would end without a cast.
      if (state === 'ready' && hasNaturalVoices(voices)) {
        const title = await castNaturalVoices(call, mark.waiting, voices, signal)
        await writeMark(dataDir, { ...mark, waiting: undefined })
        if (title) say(`The sample script "${title}" has natural voices now.`)
        return
      }
      if (state === 'off') return
      // The state is unknown before the first worker reports, or while Redis is unavailable.
      if (state === undefined || state === 'coming' || state === 'ready') pause = loadingPollMs
    } catch {
      // Retried whatever the error was; signs in again, because a token lasts an hour.
      token = undefined
    }
    await delay(pause, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/**
 * Returns the title of the script if it was recast; undefined if the user has chosen all voices or deleted the script.
 */
async function castNaturalVoices(
  call: Call,
  { scriptId, casting: seeded }: NonNullable<SeedMark['waiting']>,
  voices: readonly Voice[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const params = { id: scriptId }
  try {
    const { success: _, ...read } = await call(readCasting, { params }, { signal })
    const slots = seeded
      ? slotsOf(seeded).filter((slot) => voiceIn(read, slot) === voiceIn(seeded, slot))
      : (read.changes ?? []).flatMap(({ slot, suggested }) => (suggested ? [slot] : []))
    const isSuggested = (kind: CastingSlot['kind'], name?: string) =>
      slots.some((slot) => slot.kind === kind && slot.name === name)
    const { script } = (await call(readScript, { params }, { signal })).data
    const { lines, characters } = script.content
    const names = characters.map(({ character }) => character)
    const input = { voices, casting: read, language: SAMPLE_LANGUAGE }
    if (!isOutdated({ ...input, names }, isSuggested)) return undefined
    const wanted = recastSuggested({ ...input, parts: partsOf(lines, names) }, isSuggested)
    const changed = slots.filter((slot) => voiceIn(wanted, slot) !== voiceIn(read, slot))
    await call(saveCasting, { params, body: castingChange(read, wanted, changed) }, { signal })
    return script.title
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 409)) return undefined
    throw error
  }
}
