import { downloadScript } from '@andscene/contracts/routes/notes'
import { may } from '@andscene/contracts/sharing/may'
import { call, isGuest } from '@andscene/web-kit/api-client'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { tip } from '@andscene/web-kit/tooltip'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { pausesForNotes, setPausesForNotes } from '../begin-note.ts'
import { CardButton } from '../card/card-button.tsx'
import { DownloadIcon, ReportIcon } from '../../icons.tsx'
import { notesView } from '../notes-view.ts'
import { fileName, saveFile } from '@andscene/web-kit/text/save-file'
import styles from './notes-panel.module.css'

export function NotesFoot() {
  const { script } = useOpenScript()
  const [pauses, setPauses] = useState(pausesForNotes)
  const [isChoosing, setChoosing] = useState(false)
  const mayDownload = !isGuest() && script.role !== undefined && may(script.role, 'cast')
  return (
    <footer className={styles.foot}>
      <label className={styles.setting}>
        <input
          type="checkbox"
          checked={pauses}
          onChange={({ target }) => {
            setPauses(target.checked)
            setPausesForNotes(target.checked)
          }}
        />
        Pause while I write a note
      </label>
      <div className={styles.ways}>
        <CardButton onClick={() => notesView.set({ isReportOpen: true })}>
          <ReportIcon size={16} /> Report
        </CardButton>
        {mayDownload && (
          <CardButton
            aria-expanded={isChoosing}
            {...tip('The Final Draft file, with the notes in it')}
            onClick={() => setChoosing(!isChoosing)}
          >
            <DownloadIcon size={16} /> Download with notes
          </CardButton>
        )}
      </div>
      {isChoosing && <DownloadChoice onDone={() => setChoosing(false)} />}
    </footer>
  )
}

function DownloadChoice({ onDone }: { onDone: () => void }) {
  const { script } = useOpenScript()
  const snackbar = useSnackbar()
  const download = useMutation({
    mutationFn: async (notes: 'all' | 'open') => {
      const response = await call(downloadScript, { params: { id: script._id }, query: { notes } })
      saveFile(fileName(script.title, 'fdx'), await response.blob())
    },
    retry: false,
    onSuccess: onDone,
    onError: ({ message }) => snackbar.error(message),
  })
  return (
    <fieldset className={styles.choice}>
      <legend>Which notes</legend>
      {(['all', 'open'] as const).map((notes) => (
        <button
          key={notes}
          type="button"
          className="as-button"
          aria-busy={(download.isPending && download.variables === notes) || undefined}
          onClick={() => download.isPending || download.mutate(notes)}
        >
          {notes === 'all' ? 'All notes' : 'Open notes'}
        </button>
      ))}
    </fieldset>
  )
}
