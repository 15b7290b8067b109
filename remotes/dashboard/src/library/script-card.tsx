import { may } from '@andscene/contracts/sharing/may'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { beginWith } from '@andscene/web-kit/begin'
import { classNames } from '@andscene/web-kit/class-names'
import { PlayIcon, RenameIcon, ShareIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { dateText } from '@andscene/web-kit/text/dates'
import { tip } from '@andscene/web-kit/tooltip'
import { useQuery } from '@tanstack/react-query'
import { memo, type ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { cardState, counted } from './card-state.ts'
import { ChangesSinceHeard, DraftsMenu, type OpenDrafts } from './card-drafts.tsx'
import { NewNotes } from './new-notes.tsx'
import { addressOf, usePreloadScript } from './preload-script.ts'
import { readinessQuery } from './readiness-query.ts'
import styles from './script-card.module.css'

const ROLE_NAMES = { editor: 'Editor', commenter: 'Commenter', listener: 'Listener' }

export const headingIdOf = (scriptId: string) => `script-${scriptId}`

export type Act = (script: ScriptListItem) => void
/** A button is shown only with its handler (product §2). */
export type Actions = Partial<
  Record<'onClearCache' | 'onDelete' | 'onRename' | 'onShare' | 'onLeave', Act | undefined>
>
type Props = Actions & {
  onDrafts?: OpenDrafts | undefined
  /** Own, or shared by another user. */
  script: ScriptListItem | SharedScript
  clearing?: boolean
  sharing?: boolean
  /** Highlighted once after the upload. */
  fresh?: boolean
}

type ActionProps = ComponentProps<'button'> & {
  act: Act | undefined
  script: ScriptListItem
  'data-action'?: 'rename'
}

function Action({ act, script, className, ...button }: ActionProps) {
  if (!act) return null
  return (
    <button
      type="button"
      {...button}
      className={classNames(parts.textButton, styles.button, className)}
      aria-describedby={headingIdOf(script._id)}
      onClick={() => act(script)}
    />
  )
}

/** A script of the library. The whole card opens it. */
export const ScriptCard = memo(function ScriptCard(props: Props) {
  const { script, onClearCache, onDelete, onRename, onShare, onLeave, onDrafts } = props
  const { clearing = false, sharing = false, fresh = false } = props
  const shared = 'sharedBy' in script ? script : undefined
  // Below the heading of its section.
  const Heading = shared ? 'h3' : 'h2'
  const { _id, title, language, characterCount, pages, lineCount, uploadedAt } = script
  const { draft, draftCount = 1 } = script
  const address = addressOf(_id)
  const headingId = headingIdOf(_id)
  const summary = useQuery(readinessQuery(script)).data
  const mayCast = !shared || may(shared.role, 'cast')
  const { action, status, tone, played, place } = cardState(script, summary, mayCast)

  const isPlay = action === 'Listen' || action === 'Continue'

  return (
    <article
      className={classNames(parts.card, styles.card, fresh && styles.fresh)}
      aria-labelledby={headingId}
      {...usePreloadScript(_id)}
    >
      <header className={styles.header}>
        <Heading
          id={headingId}
          className={classNames(parts.clamp, styles.title)}
          dir="auto"
          lang={language}
          {...tip(title, { whenCut: true })}
        >
          <Link to={address} className={styles.open}>
            {title}
          </Link>
        </Heading>
        <Action
          act={onShare}
          script={script}
          className={styles.icon}
          aria-label="Share"
          {...tip('Share')}
          aria-busy={sharing}
        >
          <ShareIcon />
        </Action>
        <Action
          act={onRename}
          script={script}
          className={styles.icon}
          data-action="rename"
          aria-label="Rename"
          {...tip('Rename')}
        >
          <RenameIcon />
        </Action>
        <DraftsMenu script={script} mayCast={mayCast} headingId={headingId} onDrafts={onDrafts} />
      </header>
      <ul className={classNames(parts.list, styles.facts)}>
        <li>{counted(characterCount, 'character')}</li>
        <li>{counted(pages, 'page')}</li>
        <li>{counted(lineCount, 'line')}</li>
      </ul>
      {draft && draftCount > 1 && (
        <p
          className={classNames(parts.hint, parts.cut, styles.draft)}
          {...tip(draft.name, { whenCut: true })}
        >
          <bdi>{draft.name}</bdi>
        </p>
      )}
      {shared ? (
        <p className={classNames(parts.hint, styles.date, styles.sharing)}>
          <span className={parts.cut} {...tip(shared.sharedBy, { whenCut: true })}>
            Shared by <bdi>{shared.sharedBy}</bdi>
          </span>
          <span> · {ROLE_NAMES[shared.role]}</span>
        </p>
      ) : (
        <p className={classNames(parts.hint, styles.date)}>
          Uploaded <time dateTime={uploadedAt}>{dateText(uploadedAt)}</time>
        </p>
      )}
      <div className={styles.newsRow}>
        <ChangesSinceHeard script={script} headingId={headingId} />
        <NewNotes script={script} headingId={headingId} />
      </div>
      <div className={classNames(parts.hint, styles.state)}>
        <p>{place}</p>
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${played * 100}%` }} />
        </span>
        <p className={styles.status} data-tone={tone}>
          {status}
        </p>
      </div>
      <footer className={classNames(parts.row, styles.actions)}>
        <Link
          to={address}
          state={action === 'View' ? null : beginWith(action === 'Cast' ? 'cast' : 'play')}
          className={classNames('as-button', isPlay && 'as-button-primary', styles.main)}
          aria-describedby={headingId}
        >
          {isPlay && <PlayIcon size={16} />}
          {action}
        </Link>
        {action !== 'View' && (
          <Link
            to={address}
            className={classNames(parts.textButton, styles.button, styles.view)}
            aria-describedby={headingId}
          >
            View
          </Link>
        )}
        <span className={styles.gap} />
        <Action act={onClearCache} script={script} aria-busy={clearing} disabled={clearing}>
          Clear Cache
        </Action>
        <Action act={onDelete} script={script} data-tone="danger">
          Delete
        </Action>
        <Action act={onLeave} script={script} data-tone="danger">
          Leave
        </Action>
      </footer>
    </article>
  )
})
