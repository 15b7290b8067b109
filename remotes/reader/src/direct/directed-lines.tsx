import { useQuery } from '@tanstack/react-query'
import { focusLine, bringIntoSight, lineElement } from '../page/narration/in-sight.ts'
import { useOpenScript } from '../page/open-script.ts'
import { LineWords } from '../page/sheet/run-words.tsx'
import { useScriptLanguage } from '../page/use-script-language.ts'
import { deliveryText } from './delivery-text.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { directView } from './direct-view.ts'
import { directionsQuery } from './directions-query.ts'
import styles from './direct.module.css'

/** All directed lines of the script, in its order; a click shows the line on its page. */
export function DirectedLines() {
  const { script, lines, player } = useOpenScript()
  const language = useScriptLanguage()
  const { data: directions, error } = useQuery(directionsQuery(script._id))
  const byLine = new Map(directions?.map((direction) => [direction.lineId, direction]))
  const directed = lines.flatMap((line, index) => {
    const direction = byLine.get(line._id)
    return direction ? [{ line, index, direction }] : []
  })
  const show = (index: number) => {
    directView.close()
    player.show(index)
    // Once its page is rendered.
    requestAnimationFrame(() => {
      bringIntoSight(lineElement(index))
      focusLine(index)
    })
  }
  const count = directed.length
  return (
    <DialogFrame
      title={count > 0 ? `Directed lines (${count})` : 'Directed lines'}
      onClose={directView.close}
    >
      {!directions && (
        <output>{error ? `The directions did not load. ${error.message}` : 'Loading directions…'}</output>
      )}
      {directions && count === 0 && (
        <p className={styles.empty}>
          No line is directed yet. Select a line, then press D or the slider icon in its margin, to say how it
          is read.
        </p>
      )}
      <ul className={styles.list}>
        {directed.map(({ line, index, direction }) => {
          const chosen = direction.takes.find(({ id }) => id === direction.chosen)
          return (
            <li key={line._id}>
              <button type="button" className={styles.entry} onClick={() => show(index)}>
                <span className={styles.quote} dir="auto" lang={line.language ?? language}>
                  {line.character !== undefined && line.type !== 'Character' && <b>{line.character}: </b>}
                  <LineWords line={line} found={undefined} />
                </span>
                <span>{chosen ? deliveryText(chosen.delivery) : 'As written'}</span>
                <span className={styles.who}>
                  {chosen ? chosen.mine ? 'You' : <bdi>{chosen.by}</bdi> : null}
                  {chosen && ' · '}
                  {direction.takes.length === 1 ? '1 take' : `${direction.takes.length} takes`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </DialogFrame>
  )
}
