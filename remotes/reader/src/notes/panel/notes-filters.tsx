import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { useState, type ReactNode } from 'react'
import { FilterIcon } from '../../icons.tsx'
import { Segments } from '../../page/segments.tsx'
import { mentionsMe } from '../note-filter.ts'
import { notesView, useNotesView, type NotesFilter, type NotesOrder } from '../notes-view.ts'
import { useSnapshot } from '../use-store.ts'
import { MoreFilters } from './more-filters.tsx'
import styles from './notes-filters.module.css'

const STATES: { value: NotesFilter['status']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]
const ORDERS: { value: NotesOrder; label: string }[] = [
  { value: 'script', label: 'Script order' },
  { value: 'newest', label: 'Newest first' },
  { value: 'reply', label: 'Last reply first' },
]

export function NotesFilters({ shown, total }: { shown: number; total: number }) {
  const filter = useNotesView((view) => view.filter)
  const order = useNotesView((view) => view.order)
  const { threads } = useSnapshot()
  const [isMore, setMore] = useState(false)
  const { person, character, category, source } = filter
  const scene = filter.scene === 'current' ? undefined : filter.scene
  const chosen = [person, character, scene, category, source].filter((one) => one !== undefined).length
  const isNamed = filter.isMentioned || threads.some(mentionsMe)
  if (total === 0) return null
  return (
    <div className={styles.filters}>
      <Segments
        label="State of notes"
        options={STATES}
        value={filter.status}
        onChange={(status) => notesView.filter({ status })}
      />
      <div className={styles.chips}>
        <Chip isOn={filter.isMine} onClick={() => notesView.filter({ isMine: !filter.isMine })}>
          Mine
        </Chip>
        {isNamed && (
          <Chip
            isOn={filter.isMentioned}
            hint="Notes that mention you"
            onClick={() => notesView.filter({ isMentioned: !filter.isMentioned })}
          >
            @you
          </Chip>
        )}
        <Chip
          isOn={filter.scene === 'current'}
          hint="The scene of the current line"
          onClick={() => notesView.filter({ scene: filter.scene === 'current' ? undefined : 'current' })}
        >
          This scene
        </Chip>
      </div>
      <div className={parts.row}>
        <select
          className={classNames(parts.select, styles.order)}
          aria-label="Sort notes"
          value={order}
          onChange={({ target }) => notesView.set({ order: target.value as NotesOrder })}
        >
          {ORDERS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={classNames(styles.chip, chosen > 0 && styles.on)}
          aria-expanded={isMore}
          aria-label={chosen > 0 ? `Filter, ${chosen} chosen` : 'Filter'}
          {...tip('By person, character, scene or category')}
          onClick={() => setMore(!isMore)}
        >
          <FilterIcon size={16} /> Filter{chosen > 0 && ` (${chosen})`}
        </button>
        <output className={styles.count}>{shown === total ? `${total}` : `${shown} of ${total}`}</output>
      </div>
      {isMore && <MoreFilters />}
    </div>
  )
}

type ChipProps = { isOn: boolean; hint?: string; onClick: () => void; children: ReactNode }

const Chip = ({ isOn, hint, onClick, children }: ChipProps) => (
  <button
    type="button"
    className={classNames(styles.chip, isOn && styles.on)}
    aria-pressed={isOn}
    {...(hint !== undefined && tip(hint))}
    onClick={onClick}
  >
    {children}
  </button>
)
