import type { DraftAnswers, DraftQuestions, RenamedCharacter } from '@andscene/contracts/drafts'
import { DRAFT_NAME_LIMIT } from '@andscene/contracts/limits'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { Button, Flex, Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { changesText } from './draft-text.ts'
import styles from './drafts.module.css'

type Props = {
  title: string
  questions: DraftQuestions
  fileName: string | null
  onAnswer: (answers: DraftAnswers) => void
  onNewScript: () => void
  onCancel: () => void
}

/** What the backend asks about a file before anything changes (product §16). */
export function DraftQuestionsForm({ title, questions, fileName, ...on }: Props) {
  const { different, renamed = [], counts } = questions
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [denied, setDenied] = useState<ReadonlySet<number>>(new Set())
  const [name, setName] = useState('')
  // It replaces the area that had the focus.
  useEffect(() => form.current?.focus(), [])
  const answer = (index: number, isRenamed: boolean) => {
    const next = new Set(denied)
    if (isRenamed) next.delete(index)
    else next.add(index)
    setDenied(next)
  }
  const submit = (event: React.SubmitEvent) => {
    event.preventDefault()
    const given = name.trim()
    on.onAnswer({
      renamed: renamed.filter((_, index) => !denied.has(index)),
      ...(different !== undefined && { different: true }),
      ...(given && { name: given }),
    })
  }
  return (
    <form
      ref={form}
      className={styles.panel}
      aria-labelledby={`${id}-heading`}
      tabIndex={-1}
      onSubmit={submit}
    >
      <div>
        <h3 id={`${id}-heading`} className={styles.heading}>
          {different === undefined ? 'Before the draft is added' : 'Is this the same script?'}
        </h3>
        {fileName && (
          <p className={classNames(parts.hint, parts.cut)} dir="auto">
            {fileName}
          </p>
        )}
      </div>
      {different !== undefined && (
        <p className={styles.warning} role="alert">
          This file has little in common with “<bdi>{title}</bdi>”: {Math.floor(different * 100)}&nbsp;% of
          the lines. Upload it as a new draft anyway?
        </p>
      )}
      {renamed.length > 0 && (
        <div className={styles.questions}>
          {renamed.map((pair, index) => (
            <Renamed
              key={`${pair.from} ${pair.to}`}
              pair={pair}
              isRenamed={!denied.has(index)}
              onAnswer={(isRenamed) => answer(index, isRenamed)}
            />
          ))}
          <p className={parts.hint}>A renamed character keeps its voice, directions and notes.</p>
        </div>
      )}
      {counts && different === undefined && <p className={parts.hint}>{changesText(counts)}.</p>}
      <div className={parts.field}>
        <label htmlFor={`${id}-name`}>Name of the draft (optional)</label>
        <Input
          id={`${id}-name`}
          dir="auto"
          autoComplete="off"
          maxLength={DRAFT_NAME_LIMIT}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Flex wrap gap={12}>
        <Button type={different === undefined ? 'primary' : 'default'} htmlType="submit">
          {different === undefined ? 'Add Draft' : 'Upload as a New Draft'}
        </Button>
        {different !== undefined && (
          <Button type="primary" onClick={on.onNewScript}>
            Upload as a New Script
          </Button>
        )}
        <Button onClick={on.onCancel}>Cancel</Button>
      </Flex>
    </form>
  )
}

type RenamedProps = {
  pair: RenamedCharacter
  isRenamed: boolean
  onAnswer: (isRenamed: boolean) => void
}

function Renamed({ pair: { from, to }, isRenamed, onAnswer }: RenamedProps) {
  const name = useId()
  return (
    <fieldset className={styles.question}>
      <legend>
        Is <bdi>{from}</bdi> now <bdi>{to}</bdi>?
      </legend>
      <span className={styles.answers}>
        {[true, false].map((value) => (
          <label key={String(value)}>
            <input type="radio" name={name} checked={isRenamed === value} onChange={() => onAnswer(value)} />
            {value ? 'Yes' : 'No'}
          </label>
        ))}
      </span>
    </fieldset>
  )
}
