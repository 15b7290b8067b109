import type { ShareLink } from '@andscene/contracts/sharing/sharing'
import { tip } from '../components/tooltip.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import { momentText } from '../text/dates.ts'
import { Heard } from './dialog-parts.tsx'
import styles from './share-dialog.module.css'
import { guestsText, timesText } from './sharing-text.ts'

/** How often a link was opened, by whom, and how far they listened. */
export function LinkVisits({ link }: { link: ShareLink }) {
  const { opens, lastOpenedAt, guests, guestCount = guests.length } = link
  const { listenerCount = guests.filter(({ lastHeardAt }) => lastHeardAt).length } = link
  if (opens === 0) return <p className={classNames(parts.hint, styles.visits)}>Not opened yet</p>
  const words = (
    <span>
      Opened {timesText(opens)}
      {lastOpenedAt && (
        <>
          , last <time dateTime={lastOpenedAt}>{momentText(lastOpenedAt)}</time>
        </>
      )}
      {guestCount > 0 && <> · {guestsText(guestCount, listenerCount)}</>}
    </span>
  )
  if (guests.length === 0) return <p className={classNames(parts.hint, styles.visits)}>{words}</p>
  return (
    <details className={classNames(parts.hint, parts.disclosure, styles.visits)}>
      <summary>{words}</summary>
      <ul className={parts.list}>
        {guests.map((guest) => (
          // Guests have no id; no two open a link at the same moment.
          <li key={guest.openedAt + (guest.name ?? '')}>
            <span
              className={classNames(parts.cut, styles.guest)}
              dir="auto"
              {...tip(guest.name, { whenCut: true })}
            >
              {guest.name ?? 'Guest'}
            </span>
            <span className={classNames(parts.hint, styles.facts)}>
              <Heard {...guest} />
            </span>
          </li>
        ))}
      </ul>
      {guestCount > guests.length && <p>{guestCount - guests.length} more guests are not shown.</p>}
    </details>
  )
}
