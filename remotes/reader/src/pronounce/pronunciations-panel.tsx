import type { Script } from '@andscene/contracts/script'
import { Loading } from '@andscene/web-kit/loading'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CastingFormState } from '../casting/use-casting-form.ts'
import { fold } from '../page/find/find-text.ts'
import { PronounceForm, type Target } from './pronounce-form.tsx'
import styles from './pronounce.module.css'
import { rowsOf, wordsOfNames, type WordRow } from './pronounced-words.ts'
import { deletionOf } from './pronunciation-changes.ts'
import { PronunciationTools } from './pronunciation-tools.tsx'
import {
  pronunciationsQuery,
  unknownWordsQuery,
  useSavePronunciations,
  type Pronunciations,
} from './pronunciations-query.ts'
import { useSamples } from './use-samples.ts'
import { WordItem } from './word-item.tsx'

/** Rows at first, and more per click. */
const ROWS = 40
/** Languages that the dictionary of the natural voices covers. */
const HAS_DICTIONARY = new Set<string | undefined>(['en', undefined])

type Props = { script: Script; form: CastingFormState }

/** The last tab of the casting: all pronunciations and all names of characters (product §5). */
export function PronunciationsPanel(props: Props) {
  const { data, error, refetch } = useQuery(pronunciationsQuery(props.script._id))
  if (data) return <Loaded {...props} list={data} />
  if (!error) return <Loading text="Loading pronunciations..." />
  return (
    <div className={styles.state}>
      <Alert type="error" showIcon title={error.message} />
      <Button onClick={() => void refetch()}>Retry</Button>
    </div>
  )
}

function Loaded({ script, form, list }: Props & { list: Pronunciations }) {
  const { pronunciations } = list
  const snackbar = useSnackbar()
  const save = useSavePronunciations(script._id)
  const [target, setTarget] = useState<Target>()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState(ROWS)
  const section = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const opened = useRef<{ word: string; by: Element | null }>(undefined)
  const returned = useRef<HTMLElement | null>(null)
  const sampleOf = useSamples(script, form)
  const names = useMemo(() => script.content.characters.map(({ character }) => character), [script])
  const words = useMemo(() => wordsOfNames(script), [script])
  const hasDictionary = HAS_DICTIONARY.has(script.language)
  const unknown = useQuery({ ...unknownWordsQuery(script._id, words), enabled: hasDictionary }).data ?? NONE
  const wanted = fold(find.trim())
  const rows = useMemo(() => rowsOf(pronunciations, { names, unknown }), [pronunciations, names, unknown])
  const found = rows.filter(
    ({ word, pronunciation }) =>
      fold(word).includes(wanted) || fold(pronunciation?.says ?? '').includes(wanted),
  )

  const onError = (error: Error) => snackbar.error(error.message)
  const openForm = (chosen: Target) => {
    opened.current = { word: chosen.word, by: document.activeElement }
    setTarget(chosen)
  }
  /** To the button that opened the form, or to that of its row now, or of the tab. */
  const focusOpener = () => {
    const { word, by } = opened.current ?? {}
    const rowOf = () =>
      [...(section.current?.querySelectorAll('li') ?? [])].find(({ dataset }) => dataset['word'] === word)
    const isThere = by instanceof HTMLElement && by !== document.body && by.isConnected
    returned.current = isThere ? by : (rowOf()?.querySelector('button') ?? addButton.current)
    returned.current?.focus()
  }
  const giveFocusBack = () => requestAnimationFrame(focusOpener)
  // The saved word may get another row after the focus was returned.
  useLayoutEffect(() => {
    if (returned.current && !returned.current.isConnected && document.activeElement === document.body)
      focusOpener()
  })
  const remove = (row: WordRow) => {
    const { pronunciation } = row
    if (!pronunciation) return
    const deletion = deletionOf(pronunciation)
    save.mutate([deletion], {
      onSuccess: () => {
        addButton.current?.focus()
        snackbar.success('Pronunciation deleted.', {
          action: {
            label: 'Undo',
            run: () => save.mutate([{ ...deletion, said: deletion.seen, seen: null }], { onError }),
          },
        })
      },
      onError,
    })
  }

  return (
    <section ref={section} aria-label="Pronunciations">
      <PronunciationTools
        script={script}
        list={pronunciations}
        find={find}
        onFind={setFind}
        addButton={addButton}
        onAdd={() => openForm({ word: '' })}
      />
      {found.length === 0 ? (
        <p className={styles.empty}>
          {wanted === ''
            ? 'No pronunciations yet. Add a word, or select one in the script.'
            : 'No words found.'}
        </p>
      ) : (
        <ul className={styles.rows}>
          {found.slice(0, shown).map((row) => (
            <WordItem key={keyOf(row)} row={row} onEdit={openForm} onRemove={remove} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + ROWS)}>
            Show {Math.min(ROWS, found.length - shown)} more words ({found.length - shown} remaining)
          </Button>
        </div>
      )}
      <Modal
        open={target !== undefined}
        title={target?.edited ? 'Edit pronunciation' : 'Add pronunciation'}
        footer={null}
        width={540}
        centered
        destroyOnHidden
        mask={{ closable: false }}
        onCancel={() => setTarget(undefined)}
        afterClose={giveFocusBack}
      >
        {target && (
          <PronounceForm
            scriptId={script._id}
            list={pronunciations}
            target={target}
            characters={names}
            mayCast
            sampleOf={sampleOf}
            onClose={() => setTarget(undefined)}
          />
        )}
      </Modal>
    </section>
  )
}

const NONE: readonly string[] = []
const keyOf = ({ word, pronunciation }: WordRow) =>
  pronunciation ? `${word} ${pronunciation.character ?? ''}` : `${word} open`
