import { sameSound, soundIn } from '@andscene/contracts/own-sound'
import type { Casting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import parts from '@andscene/web-kit/parts.module.css'
import {
  characterSlot,
  followsDirections,
  NARRATION,
  SCENE_HEADING,
  speaksByLine,
  voiceIn,
  type Slot,
} from './casting-draft.ts'
import { soundText } from './sound/sound-text.ts'
import styles from './unsaved-casting.module.css'

export type Unsaved = { part: string; voice: string }

type Form = { casting: Casting; parts: readonly { name: string }[]; byId: ReadonlyMap<string, Voice> }

export function unsavedIn({ casting, parts: all, byId }: Form, saved: Casting): Unsaved[] {
  const slots: { slot: Slot; part: string }[] = [
    { slot: NARRATION, part: 'Narration' },
    { slot: SCENE_HEADING, part: 'Scene headings' },
    ...all.map(({ name }) => ({ slot: characterSlot(name), part: name })),
  ]
  const isOn = speaksByLine(casting)
  const languages =
    isOn === speaksByLine(saved)
      ? []
      : [{ part: 'Lines in other languages', voice: isOn ? 'a voice of the language' : 'the assigned voice' }]
  const isFollowing = followsDirections(casting)
  const directions =
    isFollowing === followsDirections(saved)
      ? []
      : [{ part: 'Directions', voice: isFollowing ? 'followed' : 'not followed' }]
  const voices = slots.flatMap(({ slot, part }) => {
    const voiceId = voiceIn(casting, slot)
    if (voiceId === voiceIn(saved, slot)) return []
    return [{ part, voice: voiceId === undefined ? 'no voice' : (byId.get(voiceId)?.name ?? voiceId) }]
  })
  const sounds = all.flatMap(({ name }) => {
    const sound = soundIn(casting.characterSounds, name)
    if (sameSound(sound, soundIn(saved.characterSounds, name))) return []
    return [{ part: `${name} (sound)`, voice: soundText(sound) ?? 'unchanged by pace, pitch or place' }]
  })
  return [...voices, ...sounds, ...languages, ...directions]
}

let kept: { scriptId: string; unsaved: readonly Unsaved[] } | undefined

/**
 * Keeps unsaved voices for the case that the script becomes unavailable during casting. Returns the cleanup function.
 */
export function keepUnsaved(scriptId: string, unsaved: readonly Unsaved[]): () => void {
  const own = (kept = { scriptId, unsaved })
  return () => {
    if (kept === own) kept = undefined
  }
}

export const keptUnsaved = (scriptId: string): readonly Unsaved[] =>
  kept?.scriptId === scriptId ? kept.unsaved : []

export function UnsavedList({ unsaved }: { unsaved: readonly Unsaved[] }) {
  return (
    <section className={styles.unsaved}>
      <h2>What was not saved</h2>
      <dl className={parts.card}>
        {unsaved.map(({ part, voice }) => (
          <div key={part} className={parts.row}>
            <dt dir="auto">{part}</dt>
            <dd className={parts.hint}>{voice}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
