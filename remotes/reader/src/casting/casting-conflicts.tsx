import type { CastingChange, VersionedCasting } from '@andscene/contracts/script'
import type { Voice } from '@andscene/contracts/voice'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { agoText, useMinute } from '../notes/note-time.ts'
import { slotKey, voiceIn, type Slot } from './casting-draft.ts'
import styles from './casting-conflicts.module.css'
import { conflictsIn, decided, type Draft, type OwnChange } from './own-changes.ts'

type Choice = 'mine' | 'theirs'
type Questions = {
  /** How often a save has led here: the focus goes to the first question then. */
  asked: number
  ask(): void
  answer(slots: readonly Slot[], choice: Choice): void
}
type Input = {
  form: { draft: Draft | undefined; setDraft(draft: Draft): void }
  saved: VersionedCasting
  store(draft: Draft): void
}

/** What is asked where two have changed the same voice. A save that led to the questions follows the last answer. */
export function useQuestions({ form, saved, store }: Input): Questions {
  const [asked, setAsked] = useState(0)
  const [isSaving, setSaving] = useState(false)
  return {
    asked,
    ask() {
      setSaving(true)
      setAsked((times) => times + 1)
    },
    answer(slots, choice) {
      if (!form.draft) return
      const draft = decided(form.draft, saved, slots, choice)
      form.setDraft(draft)
      if (!isSaving) return
      if (conflictsIn(draft, saved).length > 0) return setAsked((times) => times + 1)
      setSaving(false)
      store(draft)
    },
  }
}

type Props = {
  questions: Questions
  conflicts: readonly OwnChange[]
  saved: VersionedCasting
  byId: ReadonlyMap<string, Voice>
}

/** One question for each slot that somebody else has changed since (product §4). */
export function CastingConflicts({ questions, conflicts, saved, byId }: Props) {
  const { asked, answer } = questions
  const list = useRef<HTMLUListElement>(null)
  const now = useMinute()
  useEffect(() => {
    if (asked > 0) list.current?.querySelector('button')?.focus()
  }, [asked])

  if (conflicts.length === 0) return null
  const nameOf = (voiceId: string) => byId.get(voiceId)?.name ?? 'another voice'
  const questionsOf = conflicts.map((change) => {
    const by = saved.changes?.find(({ slot }) => slotKey(slotOf(slot)) === slotKey(change.slot))
    const theirs = voiceIn(saved, change.slot)
    const who = by?.mine ? 'In another tab you' : (by?.by ?? 'Somebody')
    const part = partOf(change.slot)
    const what = theirs === undefined ? `removed the voice of ${part}` : `chose ${nameOf(theirs)} for ${part}`
    const when = by ? ` ${inSentence(agoText(by.at, Math.max(now, Date.parse(by.at))))}` : ''
    const own = change.voiceId === undefined ? 'removed it' : `chose ${nameOf(change.voiceId)}`
    const keep = by?.mine ? 'Keep the other choice' : by ? `Keep ${by.by}'s choice` : 'Keep their choice'
    return { change, part, keep, text: `${who} ${what}${when}. ${by?.mine ? 'Here you' : 'You'} ${own}.` }
  })
  const slots = conflicts.map(({ slot }) => slot)

  return (
    <Alert
      className={styles.conflicts ?? ''}
      type="warning"
      title={
        <ul ref={list} className={styles.list}>
          {questionsOf.map(({ change: { slot }, part, keep, text }) => (
            <li key={slotKey(slot)} className={styles.question}>
              <span className={styles.text} dir="auto">
                {text}
              </span>
              <span className={styles.answers}>
                <Button
                  size="small"
                  aria-label={`${keep} for ${part}`}
                  onClick={() => answer([slot], 'theirs')}
                >
                  {keep}
                </Button>
                <Button
                  size="small"
                  aria-label={`Use mine for ${part}`}
                  onClick={() => answer([slot], 'mine')}
                >
                  Use mine
                </Button>
              </span>
            </li>
          ))}
          {conflicts.length > 1 && (
            <li className={styles.question}>
              <span className={styles.text}>{conflicts.length} voices were changed by both of you.</span>
              <span className={styles.answers}>
                <Button size="small" onClick={() => answer(slots, 'theirs')}>
                  Keep all of theirs
                </Button>
                <Button size="small" onClick={() => answer(slots, 'mine')}>
                  Use all of mine
                </Button>
              </span>
            </li>
          )}
        </ul>
      }
    />
  )
}

const partOf = (slot: Slot): string =>
  slot.kind === 'character' ? slot.name : slot.kind === 'narration' ? 'the narration' : 'the scene headings'

const slotOf = ({ kind, name = '' }: CastingChange['slot']): Slot =>
  kind === 'character' ? { kind, name } : { kind }

/** "just now", "5 minutes ago", "on 20 Nov 2026". */
const inSentence = (ago: string): string =>
  ago === 'Just now' ? 'just now' : ago.endsWith('ago') ? ago : `on ${ago}`
