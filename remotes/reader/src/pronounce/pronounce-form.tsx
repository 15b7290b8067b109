import { savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { PRONUNCIATION_LIMIT } from '@andscene/contracts/limits'
import type { Pronunciation, PronunciationKind } from '@andscene/contracts/voices/pronunciation'
import { checkedPronunciation, type PronunciationProblem } from '@andscene/screenplay/pronunciation/check'
import { pronunciationKey } from '@andscene/screenplay/pronunciation/sounds-in'
import { takesIpa } from '@andscene/screenplay/pronunciation/takes-ipa'
import { presentIn } from '@andscene/web-kit/api-client'
import parts from '@andscene/web-kit/parts.module.css'
import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { HearButton } from './hear-button.tsx'
import styles from './pronounce.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { describedBy, PronounceField } from './pronounce-field.tsx'
import { SaysField } from './says-field.tsx'
import { Scope, SCRIPT } from './scope.tsx'
import {
  deletionOf,
  findPronunciation,
  preventedOf,
  pronunciationOf,
  settingOf,
} from './pronunciation-changes.ts'
import { useSavePronunciations } from './pronunciations-query.ts'

/** What is spoken to hear a word: in the line of a character, or alone. */
export type Sample = { text: string; voiceId: string | undefined; voiceName: string | undefined }

/** `edited`: the pronunciation that is changed; absent for a new one. */
export type Target = { word: string; character?: string | undefined; edited?: Pronunciation | undefined }

type Props = {
  scriptId: string
  list: readonly Pronunciation[]
  target: Target
  /** Characters for whom it may be alone; a single one is offered next to the script. */
  characters: readonly string[]
  mayCast: boolean
  sampleOf: (word: string, character: string | undefined) => Sample
  onClose: () => void
}

/** How a word is pronounced, in the whole script or by one character; heard before it is saved (product §5). */
export function PronounceForm({ scriptId, list, target, characters, mayCast, sampleOf, onClose }: Props) {
  const id = useId()
  const [found] = useState(() => target.edited ?? findPronunciation(list, target))
  const [word, setWord] = useState(found?.word ?? target.word)
  const [character, setCharacter] = useState(found?.character ?? SCRIPT)
  const [kind, setKind] = useState<PronunciationKind>(found?.as ?? 'respelling')
  const [says, setSays] = useState(found?.says ?? '')
  const [problem, setProblem] = useState<PronunciationProblem>()
  /** What the user saw when the dialog opened. */
  const [before] = useState(list)
  const save = useSavePronunciations(scriptId)
  const wordField = useRef<InputRef>(null)
  const saysField = useRef<InputRef>(null)
  useEffect(() => (target.word === '' ? wordField : saysField).current?.focus(), [target.word])

  const of = character === SCRIPT ? undefined : character
  const given: Pronunciation = { word, says, as: kind, ...(of !== undefined && { character: of }) }
  const seen = findPronunciation(before, given)
  /** A changed word or character is another entry. */
  const isMoved = found !== undefined && pronunciationKey(found) !== pronunciationKey(given)
  const isReplaced = seen !== undefined && (isMoved || !found)
  const isConflict = save.isError && presentIn(savePronunciations, save.error) !== undefined
  const prevented = isConflict ? preventedOf(save.variables, list) : undefined
  const { voiceId, voiceName, text } = sampleOf(word, of)
  const hasIpa = voiceId === undefined || takesIpa(voiceId)

  const fieldOf = { word: wordField, says: saysField }
  const check = (): Pronunciation | undefined => {
    const result = checkedPronunciation(given)
    if ('checked' in result) {
      setProblem(undefined)
      return result.checked
    }
    setProblem(result)
    fieldOf[result.on].current?.focus()
    return undefined
  }
  /** `known`: the pronunciations that the user has seen and that are replaced. */
  const store = (known: readonly Pronunciation[]) => {
    const checked = check()
    if (!checked) return
    const old = found && isMoved ? findPronunciation(known, found) : undefined
    save.mutate([settingOf(checked, known), ...(old ? [deletionOf(old)] : [])], { onSuccess: onClose })
  }
  const remove = (known: readonly Pronunciation[]) => {
    const old = found && findPronunciation(known, found)
    if (old) save.mutate([deletionOf(old)], { onSuccess: onClose })
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    store(before)
  }
  const problemOf = (field: PronunciationProblem['on']) =>
    problem?.on === field ? problem.problem : undefined

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {!mayCast && (
        <Alert
          type="warning"
          showIcon
          title="You can no longer change pronunciations. Copy your text before you close."
        />
      )}
      <PronounceField id={`${id}-word`} label="Word" problem={problemOf('word')}>
        <Input
          ref={wordField}
          id={`${id}-word`}
          dir="auto"
          autoComplete="off"
          maxLength={PRONUNCIATION_LIMIT.word}
          value={word}
          {...describedBy(`${id}-word`, problemOf('word'))}
          onChange={({ target: { value } }) => setWord(value)}
        />
      </PronounceField>
      <SaysField
        id={`${id}-says`}
        input={saysField}
        value={says}
        kind={kind}
        voiceName={voiceName}
        takesIpa={hasIpa}
        problem={problemOf('says')}
        onKind={(chosen) => {
          setKind(chosen)
          setProblem(undefined)
        }}
        onChange={(typed) => {
          setSays(typed)
          if (problem?.on === 'says') setProblem(undefined)
        }}
      />
      {isReplaced && (
        <span className={parts.hint}>
          Replaces <bdi>{seen.says}</bdi>.
        </span>
      )}
      <Scope id={`${id}-scope`} characters={characters} value={character} onChange={setCharacter} />
      <div className={styles.hear}>
        <HearButton
          label="Hear before"
          request={
            voiceId === undefined
              ? undefined
              : { id: 'pronounced-before', voiceId, text, pronunciation: pronunciationOf(list, given) }
          }
        />
        <HearButton
          label="Hear after"
          request={
            voiceId === undefined
              ? undefined
              : { id: 'pronounced-after', voiceId, text, pronunciation: given }
          }
          onHear={() => check() !== undefined}
        />
        <span className={parts.hint} dir="auto">
          {voiceId === undefined ? 'Assign a voice to hear it.' : voiceName}
        </span>
      </div>
      {prevented && (
        <ConflictNotice
          word={prevented.word}
          theirs={findPronunciation(list, prevented)}
          onKeep={onClose}
          onReplace={() => (prevented.said === null && !isMoved ? remove(list) : store(list))}
        />
      )}
      {save.isError && !prevented && <Alert type="error" showIcon title={save.error.message} />}
      <footer className={styles.footer}>
        {found && (
          <Button
            danger
            type="text"
            className={styles.remove ?? ''}
            disabled={save.isPending || !mayCast}
            onClick={() => remove(before)}
          >
            Delete pronunciation
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!mayCast}>
          Save pronunciation
        </Button>
      </footer>
    </form>
  )
}
