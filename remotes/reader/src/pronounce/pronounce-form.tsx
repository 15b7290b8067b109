import { savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { PRONUNCIATION_LIMIT } from '@andscene/contracts/limits'
import type {
  Pronunciation,
  PronunciationChange,
  PronunciationKind,
} from '@andscene/contracts/voices/pronunciation'
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
import { deletionOf, findPronunciation, saidOf, useSavePronunciations } from './pronunciations-query.ts'

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
  const present = findPronunciation(list, given)
  /** A changed word or character is another entry. */
  const isMoved = found !== undefined && pronunciationKey(found) !== pronunciationKey(given)
  const isReplaced = seen !== undefined && (isMoved || !found)
  const conflict = save.isError && presentIn(savePronunciations, save.error) !== undefined
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
  /** `theirs`: the present pronunciation of another editor, which this one replaces. */
  const store = (theirs?: Pronunciation | null) => {
    const checked = check()
    if (!checked) return
    const changes: PronunciationChange[] = [
      {
        word: checked.word,
        said: saidOf(checked),
        seen: saidOf(theirs === undefined ? seen : (theirs ?? undefined)),
        ...(of !== undefined && { character: of }),
      },
    ]
    if (found && isMoved) changes.push(deletionOf(found))
    save.mutate(changes, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    store()
  }
  const remove = () => found && save.mutate([deletionOf(found)], { onSuccess: onClose })
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
              : { id: 'pronounced-before', voiceId, text, pronunciation: present }
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
      {conflict && (
        <ConflictNotice
          word={word}
          theirs={present}
          onKeep={() => {
            save.reset()
            onClose()
          }}
          onReplace={() => store(present ?? null)}
        />
      )}
      {save.isError && !conflict && <Alert type="error" showIcon title={save.error.message} />}
      <footer className={styles.footer}>
        {found && (
          <Button
            danger
            type="text"
            className={styles.remove ?? ''}
            disabled={save.isPending || !mayCast}
            onClick={remove}
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
