import type { ScriptListItem } from '@andscene/contracts/script'
import { ScriptIcon } from '@andscene/web-kit/icons/things'
import { Button } from 'antd'
import type { Ref } from 'react'
import { ScriptCard } from './script-card.tsx'
import styles from './script-grid.module.css'

type Props = {
  ref?: Ref<HTMLUListElement>
  scripts: ScriptListItem[]
  onClearCache: (script: ScriptListItem) => void
  onDelete: (script: ScriptListItem) => void
  onRename: (script: ScriptListItem) => void
  /** Id of the script whose cache is being cleared. */
  clearingId: string | undefined
  /** Id of the script that was just uploaded. */
  freshId: string | undefined
}

/** The cards, as many beside each other as 400 px columns fit (product §2). */
export function ScriptGrid({ ref, scripts, clearingId, freshId, ...handlers }: Props) {
  return (
    <ul ref={ref} className={styles.grid}>
      {scripts.map((script) => (
        <li key={script._id} className={styles.cell}>
          <ScriptCard
            script={script}
            clearing={clearingId === script._id}
            fresh={freshId === script._id}
            {...handlers}
          />
        </li>
      ))}
    </ul>
  )
}

/** What a new person sees (product §2). */
export function NoScripts({ onUpload }: { onUpload: () => void }) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon} aria-hidden="true">
        <ScriptIcon />
      </span>
      <h2 className={styles.emptyTitle}>No scripts uploaded yet</h2>
      <p className={styles.emptyText}>Upload your first Final Draft script to get started</p>
      <Button type="primary" size="large" onClick={onUpload}>
        Upload Script
      </Button>
    </div>
  )
}
