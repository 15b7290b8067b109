import type { Script } from '@andscene/contracts/script'
import { PlusIcon, SearchIcon, UploadIcon } from '@andscene/web-kit/icons/actions'
import { Loading } from '@andscene/web-kit/loading'
import parts from '@andscene/web-kit/parts.module.css'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { pronunciationsCsv } from '@andscene/screenplay/pronunciation/pronunciations-csv'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { CastingFormState } from '../casting/use-casting-form.ts'
import { DownloadIcon } from '../icons.tsx'
import { fileName, saveFile } from '../notes/report/save-file.ts'
import { fold } from '../page/find/find-text.ts'
import { ImportReview, readFile, type ChosenFile } from './import-review.tsx'
import { PronounceForm, type Target } from './pronounce-form.tsx'
import styles from './pronounce.module.css'
import { rowsOf, wordsOfNames, type WordRow } from './pronounced-words.ts'
import { deletionOf } from './pronunciation-changes.ts'
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
  const [file, setFile] = useState<ChosenFile>()
  const [find, setFind] = useState('')
  const [shown, setShown] = useState(ROWS)
  const input = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const importButton = useRef<HTMLButtonElement>(null)
  const opened = useRef<{ word: string; by: Element | null }>(undefined)
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
  const openForm = (wished: Target) => {
    opened.current = { word: wished.word, by: document.activeElement }
    setTarget(wished)
  }
  /** To the button that opened the form; its row may have another one after the next render, or be gone. */
  const giveFocusBack = () =>
    requestAnimationFrame(() => {
      const { word, by } = opened.current ?? {}
      const rowOf = () =>
        [...(section.current?.querySelectorAll('li') ?? [])].find(({ dataset }) => dataset['word'] === word)
      const isThere = by instanceof HTMLElement && by !== document.body && by.isConnected
      ;(isThere ? by : (rowOf()?.querySelector('button') ?? addButton.current))?.focus()
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
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setFile(await readFile(chosen))
    if (input.current) input.current.value = ''
  }
  const exportCsv = () =>
    saveFile(
      fileName(`${script.title} pronunciations`, 'csv'),
      new Blob([pronunciationsCsv(pronunciations)], { type: 'text/csv;charset=utf-8' }),
    )

  return (
    <section ref={section} aria-label="Pronunciations">
      <div className={styles.tools}>
        <span className={`${parts.hint} ${styles.about}`}>
          How names and other words are spoken. Changes are saved immediately.
        </span>
        <Input
          type="search"
          className={styles.find ?? ''}
          prefix={<SearchIcon size={16} />}
          placeholder="Find a word"
          aria-label="Find a word"
          autoComplete="off"
          allowClear
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <Button
          ref={addButton}
          type="primary"
          icon={<PlusIcon size={16} />}
          onClick={() => openForm({ word: '' })}
        >
          Add word
        </Button>
        <Button ref={importButton} icon={<UploadIcon size={16} />} onClick={() => input.current?.click()}>
          Import CSV
        </Button>
        <Button icon={<DownloadIcon size={16} />} disabled={pronunciations.length === 0} onClick={exportCsv}>
          Export CSV
        </Button>
        <input
          ref={input}
          className={styles.file}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          onChange={({ target: { files } }) => void choose(files?.[0])}
        />
      </div>
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
      {file && (
        <ImportReview
          script={script}
          list={pronunciations}
          file={file}
          onClose={() => {
            setFile(undefined)
            importButton.current?.focus()
          }}
        />
      )}
    </section>
  )
}

const NONE: readonly string[] = []
const keyOf = ({ word, pronunciation }: WordRow) =>
  pronunciation ? `${word} ${pronunciation.character ?? ''}` : `${word} open`
