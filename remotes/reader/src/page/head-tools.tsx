import { may } from '@andscene/contracts/sharing/may'
import { SearchIcon, ShareIcon } from '@andscene/web-kit/icons/actions'
import type { RefObject } from 'react'
import { FiguresButton } from '../figures/figures-button.tsx'
import { DirectedLinesButton } from '../direct/directed-lines-button.tsx'
import { ChangesButton } from '../drafts/bar/changes-button.tsx'
import { DraftsButton } from '../drafts/drafts-button.tsx'
import { KeyboardIcon, VoicesIcon } from '../icons.tsx'
import { NotesButton } from '../notes/panel/notes-button.tsx'
import head from './head.module.css'
import { useMay, useOpenScript } from './open-script.ts'
import { PaperMenu } from './paper/paper-menu.tsx'
import { IconButton } from './transport/icon-button.tsx'
import { assignDialog } from './voices/voice-dialogs.tsx'

type Props = {
  findButton: RefObject<HTMLButtonElement | null>
  mayNote: boolean
  onFind: () => void
  onHelp: () => void
  onShare: () => void
}

export function HeadTools({ findButton, mayNote, onFind, onHelp, onShare }: Props) {
  const { role } = useOpenScript()
  const mayCast = useMay('cast')
  return (
    <div className={head.tools}>
      <IconButton ref={findButton} name="Find in script" hint="Find in script (/)" onClick={onFind}>
        <SearchIcon size={20} />
      </IconButton>
      <PaperMenu />
      {mayNote && <NotesButton />}
      <ChangesButton />
      <FiguresButton className={head.tab} />
      <IconButton
        className={head.wide}
        name="Keyboard shortcuts"
        hint="Keyboard shortcuts (?)"
        onClick={onHelp}
      >
        <KeyboardIcon />
      </IconButton>
      <DirectedLinesButton className={head.wide} />
      {mayCast && (
        <IconButton className={head.wide} name="Assign Voices" onClick={() => assignDialog.open()}>
          <VoicesIcon />
        </IconButton>
      )}
      <DraftsButton className={head.drafts} />
      {may(role, 'share') && (
        <IconButton name="Share" onClick={onShare}>
          <ShareIcon size={20} />
        </IconButton>
      )}
    </div>
  )
}
