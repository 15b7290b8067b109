import type { Draft } from '@andscene/contracts/drafts'
import { CloseIcon, PlayIcon } from '@andscene/web-kit/icons/actions'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { IconButton } from '../../page/transport/icon-button.tsx'
import type { Comparison } from '../compare-drafts.ts'
import { playChanges, useHearing } from './hearing.ts'
import { useBeginChanges } from './use-begin-changes.ts'
import { useHearSource } from './use-hear-source.ts'
import styles from './hear.module.css'

type Props = {
  since: Draft
  comparison: Comparison
  hasListened: boolean
  onShow: () => void
  onClose: () => void
}

/** Above the lines, for a listener who has not heard the present draft yet. */
export function HeardStrip({ since, comparison, hasListened, onShow, onClose }: Props) {
  const count = comparison.places.length
  return (
    <section className={styles.bar} aria-label="Changes since you listened">
      <p className={styles.text}>
        <b>
          {count === 1 ? '1 change' : `${count} changes`} since{' '}
          {hasListened ? 'you listened' : <bdi>{since.name}</bdi>}
        </b>
        {hasListened && <bdi className={styles.more}>{since.name}</bdi>}
      </p>
      <div className={styles.buttons}>
        <PlayChanges since={since.number} comparison={comparison} />
        <button type="button" className="as-button" onClick={onShow}>
          Show Changes
        </button>
        <IconButton name="Dismiss" hint="" isMuted onClick={onClose}>
          <CloseIcon size={18} />
        </IconButton>
      </div>
    </section>
  )
}

const NOTHING_TO_HEAR = 'The changed lines are not read aloud, or have no voice.'

/** Plays only what changed since a draft (product §16). */
export function PlayChanges({ since, comparison }: { since: number; comparison: Comparison }) {
  const source = useHearSource(since, comparison)
  const hearing = useHearing()
  const snackbar = useSnackbar()
  useBeginChanges(source)
  if (hearing || comparison.places.length === 0) return null
  const play = () => {
    if (source && !playChanges(source)) snackbar.error(NOTHING_TO_HEAR)
  }
  return (
    <button type="button" className="as-button as-button-primary" disabled={!source} onClick={play}>
      <PlayIcon size={18} />
      Play Changes
    </button>
  )
}
