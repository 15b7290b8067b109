import type { ScriptListItem } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { ClearAudioIcon, DeleteIcon, RenameIcon } from '@andscene/web-kit/icons/actions'
import { Button, Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './script-card.module.css'

type Props = {
  script: ScriptListItem
  /** Clear Cache, Delete and Rename are shown only with their handlers (product §2). */
  onClearCache?: (script: ScriptListItem) => void
  onDelete?: (script: ScriptListItem) => void
  onRename?: (script: ScriptListItem) => void
  clearing?: boolean
  /** Just uploaded: stands out once. */
  fresh?: boolean
}

/** One script of the library. The whole card opens it; its buttons stand above that. */
export function ScriptCard({
  script,
  onClearCache,
  onDelete,
  onRename,
  clearing = false,
  fresh = false,
}: Props) {
  const { _id, title, characterCount, pages, lineCount, uploadedAt } = script
  const address = `/scripts/${encodeURIComponent(_id)}`
  const headingId = `script-${_id}`
  const uploaded = new Date(uploadedAt)
  const open = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // The upload area that had the focus is gone: the new script takes it over.
    if (fresh && document.activeElement === document.body) open.current?.focus()
  }, [fresh])

  return (
    <article className={classNames(styles.card, fresh && styles.fresh)} aria-labelledby={headingId}>
      <header className={styles.header}>
        <h2 id={headingId} className={styles.title} title={title} dir="auto">
          <Link ref={open} to={address} className={styles.open}>
            {title}
          </Link>
        </h2>
        {onRename && (
          <Tooltip title="Rename">
            <Button
              type="text"
              className={classNames(styles.above, styles.rename)}
              icon={<RenameIcon />}
              aria-label="Rename"
              aria-describedby={headingId}
              onClick={() => onRename(script)}
            />
          </Tooltip>
        )}
      </header>
      <ul className={styles.facts}>
        <li>{characterCount} characters</li>
        <li>{pages} pages</li>
        <li>{lineCount} lines</li>
      </ul>
      <p className={styles.date}>
        Uploaded{' '}
        <time dateTime={uploadedAt} title={uploaded.toLocaleString()}>
          {uploaded.toLocaleDateString()}
        </time>
      </p>
      <footer className={styles.actions}>
        <Link to={address} className={classNames(styles.above, styles.view)} aria-describedby={headingId}>
          View
        </Link>
        <span className={styles.gap} />
        {onClearCache && (
          <Button
            type="text"
            className={classNames(styles.above, styles.button)}
            icon={<ClearAudioIcon />}
            loading={clearing}
            aria-describedby={headingId}
            onClick={() => onClearCache(script)}
          >
            Clear Cache
          </Button>
        )}
        {onDelete && (
          <Button
            type="text"
            danger
            className={classNames(styles.above, styles.button, styles.delete)}
            icon={<DeleteIcon />}
            aria-describedby={headingId}
            onClick={() => onDelete(script)}
          >
            Delete
          </Button>
        )}
      </footer>
    </article>
  )
}
