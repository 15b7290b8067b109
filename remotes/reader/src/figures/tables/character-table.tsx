import { charactersCsv } from '@andscene/screenplay/figures/figures-csv'
import type { CharacterFigures } from '@andscene/screenplay/figures/figures-of'
import parts from '@andscene/web-kit/parts.module.css'
import { numberText, timeText } from '../figures-text.ts'
import { SaveCsv } from '../save-csv.tsx'
import { Section } from '../section.tsx'
import { useJump } from '../use-jump.ts'
import { NameCell } from './name-cell.tsx'
import { SortedTable, type Column } from './sorted-table.tsx'

const number = (
  name: string,
  value: (row: CharacterFigures) => number,
  short?: string,
): Column<CharacterFigures> => ({
  name,
  value,
  cell: (row) => numberText(value(row)),
  ...(short !== undefined && { short }),
})

const COLUMNS: readonly Column<CharacterFigures>[] = [
  {
    name: 'Character',
    value: ({ name }) => name,
    cell: (character) => <CharacterCell character={character} />,
  },
  number('Speeches', ({ speeches }) => speeches.length),
  number('Words', ({ words }) => words),
  {
    name: 'Speaking time',
    short: 'Time',
    value: ({ speakingTime }) => speakingTime.ms,
    cell: ({ speakingTime }) => timeText(speakingTime),
  },
  number('Scenes', ({ scenes }) => scenes),
  number('First page', ({ firstPage }) => firstPage, 'First'),
  number('Last page', ({ lastPage }) => lastPage, 'Last'),
]
const MOST_WORDS = { column: 2, isDown: true }
const keyOf = ({ name }: CharacterFigures) => name

function CharacterCell({ character: { name, speeches } }: { character: CharacterFigures }) {
  const jump = useJump()
  return <NameCell name={name} onShow={() => jump(speeches[0]!.at)} />
}

type Props = { characters: readonly CharacterFigures[]; isPrinted?: boolean }

export const CharacterTable = ({ characters, isPrinted = false }: Props) => (
  <Section
    title="Characters"
    action={
      !isPrinted &&
      characters.length > 0 && <SaveCsv of="characters" content={() => charactersCsv(characters)} />
    }
  >
    {characters.length === 0 ? (
      <p className={parts.hint}>No character speaks in this script.</p>
    ) : (
      <SortedTable
        rows={characters}
        keyOf={keyOf}
        columns={COLUMNS}
        first={MOST_WORDS}
        allName={`Show all ${numberText(characters.length)} characters`}
        isPrinted={isPrinted}
      />
    )}
  </Section>
)
