import { DirectIcon } from '../icons.tsx'
import { useMay } from '../page/open-script.ts'
import { IconButton } from '../page/transport/icon-button.tsx'
import { directView } from './direct-view.ts'

/** Opens the list of directed lines, for users who may direct (product §5). */
export function DirectedLinesButton({ className }: { className?: string | undefined }) {
  if (!useMay('cast')) return null
  return (
    <IconButton className={className} name="Directed lines" onClick={directView.list}>
      <DirectIcon />
    </IconButton>
  )
}
