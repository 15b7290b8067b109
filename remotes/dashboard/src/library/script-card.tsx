import type { ScriptListItem } from '@andscene/contracts/script'
import { beginWith } from '@andscene/web-kit/begin'
import { classNames } from '@andscene/web-kit/class-names'
import { RenameIcon } from '@andscene/web-kit/icons/actions'
import { tip } from '@andscene/web-kit/tooltip'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { cardState, percent } from './card-state.ts'
import { formatDate, formatNumber } from './formats.ts'
import { addressOf, usePreloadScript } from './preload-script.ts'
import { readinessQuery } from './readiness-query.ts'
import styles from './script-card.module.css'

export const headingIdOf = (scriptId: string) => `script-${scriptId}`

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
export const ScriptCard = memo(function ScriptCard(props: Props) {
  const { script, onClearCache, onDelete, onRename, clearing = false, fresh = false } = props
  const { _id, title, characterCount, pages, lineCount, uploadedAt } = script
  const address = addressOf(_id)
  const headingId = headingIdOf(_id)
  const open = useRef<HTMLAnchorElement>(null)
  const summary = useQuery(readinessQuery(script)).data
  const { action, status, tone, made, place } = cardState(script, summary)

  useEffect(() => {
    if (!fresh) return
    // The upload area that had the focus is gone, or its tab is hidden: the new script takes it over, once its own tab shows.
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document
      const isLost = activeElement === body || activeElement?.closest('[role=tabpanel][aria-hidden=true]')
      if (isLost) open.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [fresh])

  return (
    <article
      className={classNames(styles.card, fresh && styles.fresh)}
      aria-labelledby={headingId}
      {...usePreloadScript(_id)}
    >
      <header className={styles.header}>
        <h2 id={headingId} className={styles.title} dir="auto" {...tip(title, { whenCut: true })}>
          <Link ref={open} to={address} className={styles.open}>
            {title}
          </Link>
        </h2>
        {onRename && (
          <button
            type="button"
            className={classNames(styles.button, styles.rename)}
            aria-label="Rename"
            {...tip('Rename')}
            aria-describedby={headingId}
            onClick={() => onRename(script)}
          >
            <RenameIcon />
          </button>
        )}
      </header>
      <ul className={styles.facts}>
        <li>{formatNumber(characterCount)} characters</li>
        <li>{formatNumber(pages)} pages</li>
        <li>{formatNumber(lineCount)} lines</li>
      </ul>
      <p className={styles.date}>
        Uploaded <time dateTime={uploadedAt}>{formatDate(new Date(uploadedAt))}</time>
      </p>
      <p className={styles.state}>
        {status && <span className={classNames(styles.status, styles[tone])}>{status}</span>}
        {place && <span className={styles.place}>{place}</span>}
      </p>
      <footer className={styles.actions}>
        {made !== undefined && (
          <progress
            className={styles.bar}
            value={made}
            aria-label="Audio made"
            aria-valuetext={percent(made)}
          />
        )}
        <Link
          to={address}
          state={beginWith(action === 'Cast' ? 'cast' : 'play')}
          className={classNames('as-button', styles.main)}
          aria-describedby={headingId}
        >
          {action}
        </Link>
        <Link to={address} className={classNames(styles.button, styles.view)} aria-describedby={headingId}>
          View
        </Link>
        <span className={styles.gap} />
        {onClearCache && (
          <button
            type="button"
            className={styles.button}
            aria-describedby={headingId}
            aria-busy={clearing}
            disabled={clearing}
            onClick={() => onClearCache(script)}
          >
            Clear Cache
          </button>
        )}
        {onDelete && (
          <button
            type="button"
            className={classNames(styles.button, styles.delete)}
            aria-describedby={headingId}
            onClick={() => onDelete(script)}
          >
            Delete
          </button>
        )}
      </footer>
    </article>
  )
})
