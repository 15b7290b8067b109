import type { Line } from '@andscene/contracts/script'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { deliveriesOf } from '@andscene/screenplay/delivery/deliveries-of'
import { voiceForLine } from '@andscene/screenplay/voices'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { focusLine } from '../page/narration/in-sight.ts'
import { useOpenScript } from '../page/open-script.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { directView } from './direct-view.ts'
import { DirectionEditor } from './direction-editor.tsx'
import { directionsQuery } from './directions-query.ts'
import { stopTrials } from './trials.ts'

const PLAIN: Delivery = {}

/** How the page has a line delivered; plainly if the casting has all lines so. */
function useWritten(line: Line): Delivery {
  const { lines, casting } = useOpenScript()
  return useMemo(() => {
    const name = casting.deliveries === false ? undefined : deliveriesOf(lines)[lines.indexOf(line)]
    return name ? { name } : PLAIN
  }, [lines, line, casting.deliveries])
}

export function DirectDialog({ line }: { line: Line }) {
  const { script, lines, player, casting, isVoice } = useOpenScript()
  const written = useWritten(line)
  const directions = useQuery(directionsQuery(script._id))
  const direction = directions.data?.find(({ lineId }) => lineId === line._id)
  const close = () => {
    directView.close()
    const index = lines.indexOf(line)
    // Once the dialog has returned the focus.
    requestAnimationFrame(() => document.activeElement === document.body && focusLine(index))
  }
  useEffect(() => {
    player.pause()
    return stopTrials
  }, [player])
  const who = line.character !== undefined && line.type !== 'Character' ? line.character : line.type
  const title = `Direct: ${who}`
  if (!directions.data)
    return (
      <DialogFrame title={title} onClose={close}>
        <output>
          {directions.error
            ? `The directions did not load. ${directions.error.message}`
            : 'Loading directions…'}
        </output>
      </DialogFrame>
    )
  const chosen = direction?.takes.find(({ id }) => id === direction.chosen)
  return (
    <DirectionEditor
      line={line}
      title={title}
      written={written}
      first={chosen?.delivery ?? written}
      voiceId={voiceForLine(line, casting, isVoice)}
      onClose={close}
    />
  )
}
