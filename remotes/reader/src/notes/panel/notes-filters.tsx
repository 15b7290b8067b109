import { NOTE_CATEGORIES, type NoteCategory } from '@andscene/contracts/notes'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { useMemo, useState } from 'react'
import { FilterIcon } from '../../icons.tsx'
import { useOpenScript } from '../../page/open-script.ts'
import { Segments } from '../../page/segments.tsx'
import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { notesView, useNotesView, type NotesFilter } from '../notes-view.ts'
import styles from './notes-filters.module.css'

const STATES: { value: NotesFilter['status']; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
]
const HEADING_LIMIT = 48

export function NotesFilters({ shown, total }: { shown: number; total: number }) {
  const filter = useNotesView((view) => view.filter)
  const [isMore, setMore] = useState(false)
  const chosen = [filter.character, filter.scene, filter.category].filter((one) => one !== undefined).length
  if (total === 0) return null
  return (
    <div className={styles.filters}>
      <Segments
        label="State of notes"
        options={STATES}
        value={filter.status}
        onChange={(status) => notesView.filter({ status })}
      />
      <div className={parts.row}>
        <button
          type="button"
          className={classNames(styles.chip, filter.isMine && styles.on)}
          aria-pressed={filter.isMine}
          onClick={() => notesView.filter({ isMine: !filter.isMine })}
        >
          Mine
        </button>
        <button
          type="button"
          className={classNames(styles.chip, chosen > 0 && styles.on)}
          aria-expanded={isMore}
          aria-label={chosen > 0 ? `Filter, ${chosen} chosen` : 'Filter'}
          {...tip('By character, scene or category')}
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

function MoreFilters() {
  const { script, lines, map } = useOpenScript()
  const filter = useNotesView((view) => view.filter)
  const scenes = useMemo(
    () =>
      map.scenes.map((line, scene) => {
        const heading = lines[line]?.text ?? ''
        const number = sceneNumber(map, lines, scene)
        const short = heading.length > HEADING_LIMIT ? `${heading.slice(0, HEADING_LIMIT)}…` : heading
        return { scene, label: number === undefined ? short : `${number}. ${short}` }
      }),
    [map, lines],
  )
  return (
    <div className={parts.stack}>
      <select
        className={parts.select}
        aria-label="Character"
        value={filter.character ?? ''}
        onChange={({ target }) => notesView.filter({ character: target.value || undefined })}
      >
        <option value="">All characters</option>
        {script.content.characters.map(({ character }) => (
          <option key={character}>{character}</option>
        ))}
      </select>
      <select
        className={parts.select}
        aria-label="Scene"
        value={filter.scene ?? ''}
        onChange={({ target }) =>
          notesView.filter({ scene: target.value === '' ? undefined : Number(target.value) })
        }
      >
        <option value="">All scenes</option>
        {scenes.map(({ scene, label }) => (
          <option key={scene} value={scene}>
            {label}
          </option>
        ))}
      </select>
      <select
        className={parts.select}
        aria-label="Category"
        value={filter.category ?? ''}
        onChange={({ target }) =>
          notesView.filter({ category: (target.value || undefined) as NoteCategory | undefined })
        }
      >
        <option value="">All categories</option>
        {NOTE_CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </select>
    </div>
  )
}
