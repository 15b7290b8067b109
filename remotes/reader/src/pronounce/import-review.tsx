import { savePronunciations } from '@andscene/contracts/routes/pronunciations'
import type { Script } from '@andscene/contracts/script'
import type { Pronunciation, PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import {
  CSV_LIMIT,
  readPronunciationsCsv,
  refusedCsv,
  type RefusedRow,
} from '@andscene/screenplay/pronunciation/pronunciations-csv'
import { presentIn } from '@andscene/web-kit/api-client'
import parts from '@andscene/web-kit/parts.module.css'
import { Alert, Button, Flex, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'
import styles from './pronounce.module.css'
import { findPronunciation, settingOf } from './pronunciation-changes.ts'
import { useSavePronunciations } from './pronunciations-query.ts'

export type ChosenFile = { name: string; text: string | undefined }

/** `text` is undefined if the file is too large or cannot be read. */
export async function readFile(file: File): Promise<ChosenFile> {
  const { name } = file
  // A character has up to four bytes.
  if (file.size > CSV_LIMIT * 4) return { name, text: undefined }
  const text = await file.arrayBuffer().then(decoded, () => undefined)
  return { name, text: text !== undefined && text.length <= CSV_LIMIT ? text : undefined }
}

/** UTF-8, UTF-16 with its mark, or Windows-1252: spreadsheets save all of them. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type Props = {
  script: Script
  list: readonly Pronunciation[]
  file: ChosenFile
  onClose: () => void
}

const SHOWN = 100

/** What an import changes and refuses, before it is saved. Pronunciations that are not in the file stay. */
export function ImportReview({ script, list, file, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const save = useSavePronunciations(script._id)
  const { accepted, refused } = useMemo(
    () =>
      readPronunciationsCsv(
        file.text ?? '',
        script.content.characters.map(({ character }) => character),
      ),
    [file, script],
  )
  // Of the present list: changes of other editors since are seen here first.
  const { changes, added, changed, unchanged } = useMemo(() => changesOf(accepted, list), [accepted, list])
  const isConflict = save.isError && presentIn(savePronunciations, save.error) !== undefined
  const close = () => setOpen(false)

  return (
    <Modal
      open={isOpen}
      title="Import pronunciations"
      width={560}
      centered
      mask={{ closable: false }}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Flex gap={8} justify="flex-end" wrap>
          {refused.length > 0 && (
            <Button onClick={() => saveRefused(script.title, refused)}>Save refused rows</Button>
          )}
          <Button onClick={close}>{changes.length === 0 ? 'Close' : 'Cancel'}</Button>
          {changes.length > 0 && (
            <Button
              type="primary"
              loading={save.isPending}
              onClick={() => save.mutate(changes, { onSuccess: close })}
            >
              Import {changes.length === 1 ? '1 word' : `${changes.length} words`}
            </Button>
          )}
        </Flex>
      }
    >
      <div className={styles.form}>
        {file.text === undefined ? (
          <Alert
            type="error"
            showIcon
            title={
              <>
                The file <bdi>{file.name}</bdi> could not be read. Choose a CSV file of less than 1 MB.
              </>
            }
          />
        ) : (
          <p className={parts.written}>
            {[
              `${added} new`,
              `${changed} changed`,
              `${unchanged} unchanged`,
              `${refused.length} refused`,
            ].join(' · ')}
          </p>
        )}
        {isConflict && (
          <Alert
            type="warning"
            showIcon
            title="Another editor changed pronunciations. Check the import and try again."
          />
        )}
        {save.isError && !isConflict && <Alert type="error" showIcon title={save.error.message} />}
        {refused.length > 0 && (
          <>
            <span className={parts.hint}>These rows are not imported:</span>
            <ul className={styles.refused} aria-label="Refused rows">
              {refused.slice(0, SHOWN).map(({ row, cells: [word = ''], reason }) => (
                <li key={row}>
                  Row {row}
                  {word !== '' && (
                    <>
                      , <bdi>{word.slice(0, 80)}</bdi>
                    </>
                  )}
                  : {reason}
                </li>
              ))}
              {refused.length > SHOWN && <li>{refused.length - SHOWN} more rows</li>}
            </ul>
          </>
        )}
      </div>
    </Modal>
  )
}

const saveRefused = (title: string, refused: readonly RefusedRow[]) =>
  saveFile(
    fileName(`${title} refused pronunciations`, 'csv'),
    new Blob([refusedCsv(refused)], { type: 'text/csv;charset=utf-8' }),
  )

function changesOf(accepted: readonly Pronunciation[], list: readonly Pronunciation[]) {
  const changes: PronunciationChange[] = []
  let [added, changed] = [0, 0]
  for (const one of accepted) {
    const found = findPronunciation(list, one)
    if (found?.says === one.says && found.as === one.as) continue
    if (found) changed += 1
    else added += 1
    changes.push(settingOf(one, list))
  }
  return { changes, added, changed, unchanged: accepted.length - changes.length }
}
