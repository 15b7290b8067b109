import { FiguresIcon } from '../icons.tsx'
import { IconButton } from '../page/transport/icon-button.tsx'
import { figuresView, useIsFiguresOpen } from './figures-view.ts'

/** Opens and closes the figures of the script (product §17). */
export function FiguresButton({ className }: { className?: string | undefined }) {
  const isOpen = useIsFiguresOpen()
  return (
    <IconButton
      className={className}
      name="Figures"
      hint="Figures: how long it runs, who speaks"
      aria-pressed={isOpen}
      onClick={isOpen ? figuresView.close : figuresView.open}
    >
      <FiguresIcon />
    </IconButton>
  )
}
