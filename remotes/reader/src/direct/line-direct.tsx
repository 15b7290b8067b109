import type { Line } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { tip } from '@andscene/web-kit/tooltip'
import { memo } from 'react'
import { DirectIcon } from '../icons.tsx'
import { useOpenScript } from '../page/open-script.ts'
import { deliveryText } from './delivery-text.ts'
import { directView } from './direct-view.ts'
import { useDirection } from './directions-query.ts'
import styles from './line-direct.module.css'

type Props = { line: Line; isCurrent: boolean }

/** In the margin of a line: the mark of a directed line, else a button that directs it (product §5). */
export const LineDirect = memo(function LineDirect({ line, isCurrent }: Props) {
  const { script } = useOpenScript()
  const direction = useDirection(script._id, line._id)
  const chosen = direction?.takes.find(({ id }) => id === direction.chosen)
  const isDirected = direction !== undefined
  return (
    <button
      type="button"
      className={classNames(styles.direct, isDirected && styles.directed, chosen && styles.chosen)}
      data-directed={isDirected || undefined}
      // Keyboard users press D; a tab stop per line would get in their way.
      tabIndex={isDirected ? 0 : -1}
      // Screen readers would read it between all lines.
      aria-hidden={(!isCurrent && !isDirected) || undefined}
      aria-label={
        isDirected
          ? `Directed line: ${chosen ? deliveryText(chosen.delivery) : 'as written'}. Direct this line`
          : 'Direct this line'
      }
      {...tip(chosen ? deliveryText(chosen.delivery) : 'Direct… (D)')}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => directView.direct(line._id)}
    >
      <DirectIcon size={16} />
    </button>
  )
})
