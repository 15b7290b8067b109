import { ChangesIcon } from '../../icons.tsx'
import { IconButton } from '../../page/transport/icon-button.tsx'
import { useDrafts } from '../drafts-context.ts'

/** Shows and hides the changes, for a script of which the user may open several drafts. */
export function ChangesButton() {
  const { hasSeveral, areChangesShown, change } = useDrafts()
  if (!hasSeveral) return null
  return (
    <IconButton
      name="Changes"
      hint="Changes since another draft (C)"
      aria-pressed={areChangesShown}
      onClick={() => change({ areChangesShown: !areChangesShown })}
    >
      <ChangesIcon />
    </IconButton>
  )
}
