import { useOpenScript } from '../page/open-script.ts'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'
import { DownloadIcon } from '../icons.tsx'
import styles from './save-csv.module.css'

/** Saves a table as CSV. */
export function SaveCsv({ of, content }: { of: string; content: () => string }) {
  const { script } = useOpenScript()
  const save = () =>
    saveFile(
      fileName(`${script.title} ${of}`, 'csv'),
      new Blob([content()], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <button type="button" className={styles.button} onClick={save}>
      <DownloadIcon size={16} /> Save as CSV<span className="as-visually-hidden">: {of}</span>
    </button>
  )
}
