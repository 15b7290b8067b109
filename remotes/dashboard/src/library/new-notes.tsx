import { NEW_NOTES_LIMIT } from '@andscene/contracts/limits'
import type { ScriptListItem } from '@andscene/contracts/script'
import { Link } from 'react-router-dom'
import { addressOf } from './preload-script.ts'
import styles from './script-card.module.css'

/** "3 new notes": opens the script with its list of notes (product §12). */
export function NewNotes({ script, headingId }: { script: ScriptListItem; headingId: string }) {
  const { _id, newNotes = 0 } = script
  if (newNotes === 0) return null
  const count = newNotes >= NEW_NOTES_LIMIT ? `${NEW_NOTES_LIMIT - 1}+` : String(newNotes)
  return (
    <Link to={`${addressOf(_id)}?note=new`} className={styles.news} aria-describedby={headingId}>
      {count} new {newNotes === 1 ? 'note' : 'notes'}
    </Link>
  )
}
