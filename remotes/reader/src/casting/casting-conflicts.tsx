import { soundIn } from '@andscene/contracts/own-sound'
import type { VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voices/voice'
import { Alert, Button, Flex } from 'antd'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { agoText, useMinute } from '../notes/note-time.ts'
import { slotKey, slotOf, voiceIn, type Slot } from './casting-draft.ts'
import styles from './casting-conflicts.module.css'
import formStyles from './casting-form.module.css'
import {
  conflictsIn,
  decided,
  soundConflictsIn,
  type Decision,
  type Draft,
  type OwnChange,
} from './own-changes.ts'
import { soundText } from './sound/sound-text.ts'

type Choice = 'mine' | 'theirs'
type Questions = {
  /** Number of refused saves and answers: each one focuses the first question, or else the save button. */
  asked: number
  ask(draft: Draft | undefined): void
  answer(decision: Decision, choice: Choice): void
}
type Form = {
  draft: Draft | undefined
  setDraft(draft: Draft): void
  conflicts: readonly OwnChange[]
  soundConflicts: readonly string[]
}
type Input = {
  form: Form
  saved: VersionedCasting
  store(draft: Draft): void
}

/**
 * After a refused save, the last answer saves again, unless the questions disappeared or the user made another change.
 */
export function useQuestions({ form, saved, store }: Input): Questions {
  const [asked, setAsked] = useState(0)
  const [waiting, setWaiting] = useState<Draft>()
  if (waiting && form.conflicts.length + form.soundConflicts.length === 0) setWaiting(undefined)
  return {
    asked,
    ask(draft) {
      setWaiting(draft)
      setAsked((times) => times + 1)
    },
    answer(decision, choice) {
      if (!form.draft) return
      const draft = decided(form.draft, saved, decision, choice)
      form.setDraft(draft)
      setAsked((times) => times + 1)
      if (waiting !== form.draft) return
      setWaiting(draft)
      if (conflictsIn(draft, saved).length + soundConflictsIn(draft, saved).length === 0) store(draft)
    },
  }
}

type Props = {
  questions: Questions
  form: Form
  saved: VersionedCasting
  byId: ReadonlyMap<string, Voice>
  saveButton: RefObject<HTMLButtonElement | null>
}

/** One question for each slot, and each sound, that another editor has also changed (product §4). */
export function CastingConflicts({ questions, form, saved, byId, saveButton }: Props) {
  const { asked, answer } = questions
  const list = useRef<HTMLUListElement>(null)
  const now = useMinute()
  useEffect(() => {
    if (asked > 0) (list.current?.querySelector('button') ?? saveButton.current)?.focus()
  }, [asked, saveButton])

  const { conflicts, soundConflicts, draft } = form
  if (conflicts.length + soundConflicts.length === 0) return null
  const nameOf = (voiceId: string) => <bdi>{byId.get(voiceId)?.name ?? 'another voice'}</bdi>
  const ofVoices = conflicts.map(({ slot, voiceId }) => {
    const by = saved.changes?.find((change) => slotKey(slotOf(change.slot)) === slotKey(slot))
    const theirs = voiceIn(saved, slot)
    const part = partOf(slot)
    const isOwn = by?.mine === true
    const text = (
      <>
        {isOwn ? 'You' : by ? <bdi>{by.by}</bdi> : 'Another editor'}{' '}
        {theirs === undefined ? 'removed the voice of' : <>chose {nameOf(theirs)} for</>} <bdi>{part}</bdi>
        {by && ` ${inSentence(agoText(by.at, Math.max(now, Date.parse(by.at))))}`}
        {isOwn ? ' in another tab or on another device. Here you ' : '. You '}
        {voiceId === undefined ? 'removed it' : <>chose {nameOf(voiceId)}</>}.
      </>
    )
    const keep = isOwn ? 'Keep the other choice' : by ? `Keep ${by.by}'s choice` : 'Keep their choice'
    const about: Decision = { slots: [slot] }
    return { key: slotKey(slot), about, part, text, keep, theirName: isOwn ? undefined : by?.by }
  })
  const ofSounds = soundConflicts.map((name) => ({
    key: `sound of ${name}`,
    about: { slots: [], sounds: [name] } satisfies Decision,
    part: `the sound of ${name}`,
    text: (
      <>
        Another editor changed the sound of <bdi>{name}</bdi>: {soundOf(saved.characterSounds, name)}. You
        chose: {soundText(draft?.sounds?.get(name)?.sound) ?? PLAIN}.
      </>
    ),
    keep: 'Keep their choice',
    theirName: undefined,
  }))
  const questionsOf = [...ofVoices, ...ofSounds]
  const all: Decision = { slots: conflicts.map(({ slot }) => slot), sounds: soundConflicts }

  return (
    <Alert
      className={formStyles.alert ?? ''}
      type="warning"
      title={
        <ul ref={list} className={styles.list}>
          {questionsOf.map(({ key, about, part, text, keep, theirName }) => (
            <Flex key={key} component="li" wrap align="center" gap={8}>
              <span className={styles.text}>{text}</span>
              <Flex wrap gap={8}>
                <Button
                  size="small"
                  aria-label={`${keep} for ${part}`}
                  onClick={() => answer(about, 'theirs')}
                >
                  {theirName === undefined ? (
                    keep
                  ) : (
                    <span>
                      Keep <bdi>{theirName}</bdi>&apos;s choice
                    </span>
                  )}
                </Button>
                <Button
                  size="small"
                  aria-label={`Use mine for ${part}`}
                  onClick={() => answer(about, 'mine')}
                >
                  Use mine
                </Button>
              </Flex>
            </Flex>
          ))}
          {questionsOf.length > 1 && (
            <Flex component="li" wrap align="center" gap={8}>
              <span className={styles.text}>
                {questionsOf.length} {soundConflicts.length > 0 ? 'settings' : 'voices'} have two choices.
              </span>
              <Flex wrap gap={8}>
                <Button size="small" onClick={() => answer(all, 'theirs')}>
                  Keep all of theirs
                </Button>
                <Button size="small" onClick={() => answer(all, 'mine')}>
                  Use all of mine
                </Button>
              </Flex>
            </Flex>
          )}
        </ul>
      }
    />
  )
}

/** A character without a sound of its own. */
const PLAIN = 'as the voice is'
const soundOf = (sounds: VersionedCasting['characterSounds'], name: string): string =>
  soundText(soundIn(sounds, name)) ?? PLAIN

const partOf = (slot: Slot): string =>
  slot.kind === 'character' ? slot.name : slot.kind === 'narration' ? 'the narration' : 'the scene headings'

/** "just now", "5 minutes ago", "on 20 Nov 2026". */
const inSentence = (ago: string): string =>
  ago === 'Just now' ? 'just now' : ago.endsWith('ago') ? ago : `on ${ago}`
