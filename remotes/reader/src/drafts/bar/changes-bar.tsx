import type { Draft } from '@andscene/contracts/drafts'
import { CloseIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useEffect } from 'react'
import { NextIcon, PreviousIcon } from '../../icons.tsx'
import { useOpenScript } from '../../page/open-script.ts'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { changeView, moveToChange, useChangeView } from '../change-view.ts'
import { PlayChanges } from '../hear/heard-strip.tsx'
import { useDrafts, type OpenDrafts } from '../drafts-context.ts'
import { revisionColour } from '../revision-colour.ts'
import styles from './changes-bar.module.css'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
/** "Draft 6 · 25 Nov 2026". */
const draftText = ({ name, uploadedAt }: Draft) => `${name} · ${day.format(Date.parse(uploadedAt))}`

/** Over the end of the sheet while the changes are shown: which ones, moves between them, and their end. */
export function ChangesBar() {
  const drafts = useDrafts()
  const { status, since, comparison, change } = drafts
  useEffect(() => (comparison ? changeView.reset : undefined), [comparison])
  return (
    <section
      className={styles.bar}
      aria-label="Changes"
      data-changes-bar=""
      data-revision={since && revisionColour(since)}
    >
      {status === 'loading' && <output className={styles.text}>Comparing the drafts…</output>}
      {status === 'failed' && (
        <p className={styles.text} role="alert">
          The changes did not load. Check your connection and try again.{' '}
          <button type="button" className="as-button" onClick={drafts.retry}>
            Retry
          </button>
        </p>
      )}
      {status === 'ready' && <Since drafts={drafts} />}
      {comparison && comparison.places.length > 0 && <Moves drafts={drafts} />}
      {comparison && since && <PlayChanges since={since.number} comparison={comparison} />}
      <IconButton
        className={styles.close}
        name="Hide changes"
        isMuted
        onClick={() => change({ areChangesShown: false })}
      >
        <CloseIcon size={18} />
      </IconButton>
    </section>
  )
}

/** Which draft is compared with; the only other one needs no choice. */
function Since({ drafts: { drafts, shown, since, comparison, change } }: { drafts: OpenDrafts }) {
  const others = drafts?.drafts.filter(({ number }) => number !== shown?.number).toReversed() ?? []
  const isEmpty = comparison?.places.length === 0
  return (
    <label className={styles.since}>
      <span className={styles.swatch} aria-hidden="true">
        *
      </span>
      <span className={isEmpty ? undefined : styles.words}>{isEmpty ? 'No changes since' : 'Since'}</span>
      <select
        className={parts.select}
        aria-label="Compare with"
        value={since?.number}
        onChange={({ target }) => change({ since: Number(target.value) })}
      >
        {others.map((draft) => (
          <option key={draft.number} value={draft.number}>
            {draftText(draft)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Moves({ drafts: { comparison, isOnly, change } }: { drafts: OpenDrafts }) {
  const open = useOpenScript()
  const selected = useChangeView((view) => view.selected)
  const count = comparison?.places.length ?? 0
  const move = (direction: 'next' | 'previous') => () =>
    comparison && moveToChange(open, comparison, direction)
  return (
    <>
      <div className={styles.moves}>
        <IconButton name="Previous change" hint="Previous change (Shift C)" onClick={move('previous')}>
          <PreviousIcon />
        </IconButton>
        <output className={styles.count}>
          {selected === undefined
            ? count === 1
              ? '1 change'
              : `${count} changes`
            : `${selected + 1} of ${count}`}
        </output>
        <IconButton name="Next change" hint="Next change (C)" onClick={move('next')}>
          <NextIcon />
        </IconButton>
      </div>
      <label className={styles.only}>
        <input
          type="checkbox"
          checked={isOnly}
          onChange={({ target }) => change({ isOnly: target.checked })}
        />
        Changes only
      </label>
    </>
  )
}
