import { NOTE_CATEGORIES } from '@andscene/contracts/notes'
import { heardText } from '@andscene/screenplay/heard-text'
import parts from '@andscene/web-kit/parts.module.css'
import { useMemo } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { nameText } from '../author.tsx'
import { fileThreads, personOf } from '../note-filter.ts'
import { notesView, useNotesView, type NotesFilter } from '../notes-view.ts'
import type { Thread } from '../store/threads.ts'
import { useSnapshot } from '../use-store.ts'
import styles from './notes-filters.module.css'

const HEADING_LIMIT = 48

/** Filters by person, character, scene, category and source. */
export function MoreFilters() {
  const { script, lines, map } = useOpenScript()
  const { threads } = useSnapshot()
  const filter = useNotesView((view) => view.filter)
  const people = useMemo(() => peopleIn(threads), [threads])
  const scenes = useMemo(
    () =>
      map.scenes.map((line, scene) => {
        const heading = heardText(lines[line]!)
        const number = sceneNumber(map, lines, scene)
        const short = heading.length > HEADING_LIMIT ? `${heading.slice(0, HEADING_LIMIT)}…` : heading
        return { value: String(scene), label: number === undefined ? short : `${number}. ${short}` }
      }),
    [map, lines],
  )
  const hasFileNotes = fileThreads(lines).length > 0
  return (
    <div className={styles.more}>
      {people.length > 0 && (
        <Choice
          label="Person"
          all="All people"
          options={people}
          value={filter.person}
          onChange={(person) => notesView.filter({ person })}
        />
      )}
      <Choice
        label="Character"
        all="All characters"
        options={script.content.characters.map(({ character }) => ({ value: character, label: character }))}
        value={filter.character}
        onChange={(character) => notesView.filter({ character })}
      />
      <Choice
        label="Scene"
        all="All scenes"
        options={[{ value: 'current', label: 'This scene' }, ...scenes]}
        value={filter.scene === undefined ? undefined : String(filter.scene)}
        onChange={(scene) =>
          notesView.filter({ scene: scene === undefined || scene === 'current' ? scene : Number(scene) })
        }
      />
      <Choice
        label="Category"
        all="All categories"
        options={NOTE_CATEGORIES.map((category) => ({ value: category, label: category }))}
        value={filter.category}
        onChange={(category) => notesView.filter({ category: category as NotesFilter['category'] })}
      />
      {hasFileNotes && (
        <Choice
          label="Source"
          all="Here and in the file"
          options={SOURCES}
          value={filter.source}
          onChange={(source) => notesView.filter({ source: source as NotesFilter['source'] })}
        />
      )}
    </div>
  )
}

type Option = { value: string; label: string }
const SOURCES: Option[] = [
  { value: 'here', label: 'Written here' },
  { value: 'file', label: 'In the file' },
]

/** Everyone but the user who wrote a note, by name. */
function peopleIn(threads: readonly Thread[]): Option[] {
  const people = new Map<string, string>()
  for (const { note, replies } of threads)
    for (const one of [note, ...replies])
      if (!one.mine && one.deletedAt === undefined)
        people.set(personOf(one), nameText(one.author, one.authorKind))
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
}

type ChoiceProps = {
  label: string
  /** The option without a filter. */
  all: string
  options: readonly Option[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const Choice = ({ label, all, options, value = '', onChange }: ChoiceProps) => (
  <select
    className={parts.select}
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value || undefined)}
  >
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
