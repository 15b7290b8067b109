import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { useMemo } from 'react'
import { directView, lineToDirect } from '../../direct/direct-view.ts'
import { openPronounce } from '../../pronounce/pronounce-store.ts'
import { selectedWords } from '../../pronounce/selected-words.ts'
import type { OpenScript } from '../open-script.ts'

/** Keys that direct a line and pronounce its words (product §5), for users who may cast. */
export function useCastingKeys({ player, lines }: Pick<OpenScript, 'player' | 'lines'>) {
  return useMemo(() => {
    const withLine = (open: (index: number, lineId: string) => void) => () => {
      const index = lineToDirect(player)
      const line = lines[index]
      if (!line || !canBeSpoken(line)) return
      player.show(index)
      open(index, line._id)
    }
    const chooseWord = withLine((index) => openPronounce('', index))
    return {
      direct: withLine((_, lineId) => directView.direct(lineId)),
      pronounce: () => {
        const selected = selectedWords(lines)
        if (!selected) return chooseWord()
        getSelection()?.removeAllRanges()
        openPronounce(selected.text, selected.line)
      },
    }
  }, [player, lines])
}
