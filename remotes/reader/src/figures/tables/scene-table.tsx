import { eighthsText } from '@andscene/screenplay/figures/eighths'
import { scenesCsv } from '@andscene/screenplay/figures/figures-csv'
import type { SceneFigures } from '@andscene/screenplay/figures/figures-of'
import { useOpenScript } from '../../page/open-script.ts'
import { numberText, sceneName, shareText, timeText } from '../figures-text.ts'
import { SaveCsv } from '../save-csv.tsx'
import { Section } from '../section.tsx'
import { useJump } from '../use-jump.ts'
import { NameCell } from './name-cell.tsx'
import { SortedTable, type Column } from './sorted-table.tsx'

const COLUMNS: readonly Column<SceneFigures>[] = [
  { name: 'Scene', value: ({ scene }) => scene, cell: (scene) => <SceneCell scene={scene} /> },
  { name: 'Page', value: ({ page }) => page, cell: ({ page }) => page, isWide: true },
  { name: 'Length', value: ({ eighths }) => eighths, cell: ({ eighths }) => eighthsText(eighths) },
  {
    name: 'Read time',
    short: 'Time',
    value: ({ readTime }) => readTime.ms,
    cell: ({ readTime }) => timeText(readTime),
  },
  { name: 'Words', value: ({ words }) => words, cell: ({ words }) => numberText(words), isWide: true },
  {
    name: 'Dialogue',
    value: ({ dialogueShare }) => dialogueShare,
    cell: ({ dialogueShare }) => shareText(dialogueShare),
  },
]
const IN_ORDER = { column: 0, isDown: false }
const keyOf = ({ scene }: SceneFigures) => String(scene)

function SceneCell({ scene }: { scene: SceneFigures }) {
  const jump = useJump()
  const { number, heading } = sceneName(scene, useOpenScript())
  return (
    <NameCell
      number={number}
      name={heading}
      isHeading={scene.scene >= 0}
      below={scene.speakers}
      onShow={() => jump(scene.start)}
    />
  )
}

type Props = { scenes: readonly SceneFigures[]; isPrinted?: boolean }

export function SceneTable({ scenes, isPrinted = false }: Props) {
  const { lines, map } = useOpenScript()
  return (
    <Section
      title="Scenes"
      action={
        !isPrinted && (
          <SaveCsv
            of="scenes"
            content={() => scenesCsv(scenes, (scene) => sceneName(scene, { lines, map }))}
          />
        )
      }
    >
      <SortedTable
        rows={scenes}
        keyOf={keyOf}
        columns={COLUMNS}
        first={IN_ORDER}
        allName={`Show all ${numberText(map.scenes.length)} scenes`}
        isPrinted={isPrinted}
      />
    </Section>
  )
}
