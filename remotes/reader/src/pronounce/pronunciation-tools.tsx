import type { Script } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { PlusIcon, SearchIcon, UploadIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { pronunciationsCsv } from '@andscene/screenplay/pronunciation/pronunciations-csv'
import { Button, Input } from 'antd'
import { useRef, useState, type RefObject } from 'react'
import { DownloadIcon } from '../icons.tsx'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'
import { ImportReview, readFile, type ChosenFile } from './import-review.tsx'
import styles from './pronounce.module.css'

type Props = {
  script: Script
  list: readonly Pronunciation[]
  find: string
  onFind: (find: string) => void
  addButton: RefObject<HTMLButtonElement | null>
  onAdd: () => void
}

/** Above the list of words: search, Add word, and the list as a file. */
export function PronunciationTools({ script, list, find, onFind, addButton, onAdd }: Props) {
  const [file, setFile] = useState<ChosenFile>()
  const input = useRef<HTMLInputElement>(null)
  const importButton = useRef<HTMLButtonElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    setFile(await readFile(chosen))
    if (input.current) input.current.value = ''
  }
  const exportCsv = () =>
    saveFile(
      fileName(`${script.title} pronunciations`, 'csv'),
      new Blob([pronunciationsCsv(list)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
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
        onChange={(event) => onFind(event.target.value)}
      />
      <Button ref={addButton} type="primary" icon={<PlusIcon size={16} />} onClick={onAdd}>
        Add word
      </Button>
      <Button ref={importButton} icon={<UploadIcon size={16} />} onClick={() => input.current?.click()}>
        Import CSV
      </Button>
      <Button icon={<DownloadIcon size={16} />} disabled={list.length === 0} onClick={exportCsv}>
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
      {file && (
        <ImportReview
          script={script}
          list={list}
          file={file}
          onClose={() => {
            setFile(undefined)
            importButton.current?.focus()
          }}
        />
      )}
    </div>
  )
}
