import { may } from '@andscene/contracts/may'
import type { Script } from '@andscene/contracts/script'
import { classNames } from '@andscene/web-kit/class-names'
import { SearchIcon, ShareIcon } from '@andscene/web-kit/icons/actions'
import { PageTitle } from '@andscene/web-kit/page-title'
import { tip } from '@andscene/web-kit/tooltip'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import '@fontsource/courier-prime/400.css'
import '@fontsource/courier-prime/700.css'
import { watchFocusOrigin } from '../player/device/keyboard.ts'
import { isActive, isReading } from '../player/engine/state.ts'
import { usePlayerState } from '../player/playbacks.ts'
import { AfterPaint } from './after-paint.tsx'
import { assignDialog } from './voices/assign-dialog.ts'
import { CastCard } from './voices/cast-card.tsx'
import { FindBar, type Hit, type Place } from './find/find-bar.tsx'
import head from './head.module.css'
import { KeyboardIcon, VoicesIcon } from '../icons.tsx'
import { late, lateSharing, useLoadWhenIdle } from '../late/late.tsx'
import { NarrationStatus } from './narration/narration-status.tsx'
import { BesideScript } from '../notes/beside-script.tsx'
import { NotesButton } from '../notes/notes-button.tsx'
import { NotesOfPage } from '../notes/notes-of-page.tsx'
import { useNoteKeys } from '../notes/use-note-keys.ts'
import { bringIntoSight, focusLine, lineElement } from './narration/in-sight.ts'
import { LineNews } from './narration/line-news.tsx'
import { Notices } from './narration/notices.tsx'
import { PlayerMark } from './narration/player-mark.tsx'
import { OpenScriptContext, useOpening, useOpenScript } from './open-script.ts'
import styles from './script-page.module.css'
import { Sheet } from './sheet/sheet.tsx'
import { MiniPlayer } from './transport/mini-player.tsx'
import { Transport } from './transport/transport.tsx'
import { useKeys } from './transport/use-keys.ts'
import { useMediaKeys } from './transport/use-media-keys.ts'
import { ScriptTimesProvider, useQuietTimes } from './transport/use-script-times.tsx'
import { useBegin, useLastLine } from './use-begin.ts'
import { usePageClips } from './sheet/use-page-clips.ts'
import { VoiceDialogs } from './voices/voice-dialogs.tsx'

const KeysDialog = late((parts) => parts.KeysDialog)
const ShareDialog = lateSharing((parts) => parts.ShareDialog)

type Props = {
  script: Script
  /** It is not there any more for whoever has it open. */
  onGone: () => void
  /** Over the sheet. */
  above?: ReactNode
}

/** A script with its player: the page of its owner, of who shares it, and of guests. */
export function Reader({ script, onGone, above }: Props) {
  const open = useOpening(script, onGone)
  return (
    open && (
      <OpenScriptContext value={open}>
        <ScriptTimesProvider>
          <Page above={above} />
        </ScriptTimesProvider>
      </OpenScriptContext>
    )
  )
}

function Page({ above }: { above: ReactNode }) {
  const open = useOpenScript()
  const { lines, playback, script, role, isSettled } = open
  const { player } = playback
  const [isFinding, setFinding] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [hit, setHit] = useState<Hit | null>(null)
  const findField = useRef<HTMLInputElement>(null)
  const openFind = useCallback(() => {
    setFinding(true)
    // It is open already, and the focus elsewhere.
    findField.current?.select()
    findField.current?.focus()
  }, [])
  const openHelp = useCallback(() => setHelping(true), [])
  const findButton = useRef<HTMLButtonElement>(null)
  const closeFind = useCallback(() => {
    setFinding(false)
    setHit(null)
  }, [])
  const playHit = useCallback(
    (line: number) => {
      closeFind()
      focusLine(line)
    },
    [closeFind],
  )
  const leaveFind = useCallback(
    ({ top }: Place) => {
      closeFind()
      // Once its page is drawn, and after what is drawn on it has come into sight.
      afterFrames(2, () => {
        const { line } = player.getSnapshot()
        if (isReading(player.getSnapshot())) bringIntoSight(lineElement(line))
        else scrollTo({ top, behavior: 'instant' })
        // With the current line, so that space plays it.
        if (!focusLine(line)) findButton.current?.focus()
      })
    },
    [closeFind, player],
  )
  const notes = useNoteKeys(open)
  useKeys(player, {
    lineCount: lines.length,
    times: useQuietTimes(),
    onFind: openFind,
    onHelp: openHelp,
    notes,
  })
  usePageClips(open)
  useBegin(open, useLastLine(playback))

  useMediaKeys()
  useEffect(() => assignDialog.close, [])
  useEffect(watchFocusOrigin, [])
  useLoadWhenIdle(isSettled)

  return (
    <>
      <div className={styles.page}>
        <header className={head.head}>
          <div className={head.title}>
            <h1 dir="auto" {...tip(script.title, { whenCut: true })}>
              {script.title}
            </h1>
            <NarrationStatus />
          </div>
          <div className={head.transport}>
            <Transport />
          </div>
          <div className={head.tools}>
            <button
              ref={findButton}
              type="button"
              className={head.tool}
              aria-label="Find in script"
              onClick={openFind}
            >
              <SearchIcon size={20} />
            </button>
            {notes && <NotesButton className={head.tool} />}
            <button
              type="button"
              className={classNames(head.tool, head.wide)}
              aria-label="Keyboard shortcuts"
              onClick={openHelp}
            >
              <KeyboardIcon />
            </button>
            {may(role, 'cast') && (
              <button
                type="button"
                className={classNames(head.tool, head.wide)}
                aria-label="Assign Voices"
                {...tip('Assign Voices')}
                onClick={() => assignDialog.open()}
              >
                <VoicesIcon />
              </button>
            )}
            {may(role, 'share') && (
              <button
                type="button"
                className={head.tool}
                aria-label="Share"
                {...tip('Share')}
                onClick={() => setSharing(true)}
              >
                <ShareIcon size={20} />
              </button>
            )}
          </div>
          {isFinding && (
            <div className={head.find}>
              <FindBar field={findField} onHit={setHit} onPlay={playHit} onReturn={leaveFind} />
            </div>
          )}
        </header>
        <div className={styles.desk}>
          <div className={styles.script}>
            {may(role, 'cast') && <CastCard />}
            {above}
            <Notices />
            <Sheet hit={hit} />
          </div>
          <AfterPaint>
            <BesideScript />
          </AfterPaint>
        </div>
        <MiniPlayer />
        <PlayerMark />
        <LineNews />
        <ScriptTitle />
      </div>
      <VoiceDialogs />
      {may(role, 'share') && (
        <ShareDialog
          scriptId={script._id}
          title={script.title}
          open={isSharing}
          onClose={() => setSharing(false)}
        />
      )}
      <AfterPaint>
        <NotesOfPage />
      </AfterPaint>
      <KeysDialog open={isHelping} hasNotes={notes !== undefined} onClose={() => setHelping(false)} />
    </>
  )
}

function afterFrames(count: number, run: () => void): void {
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, run) : run()))
}

/** The tab's title: the script, and whether it is being read aloud. */
function ScriptTitle() {
  const { script, playback } = useOpenScript()
  const mark = isActive(usePlayerState(playback.player)) ? '▶ ' : ''
  return <PageTitle>{mark + script.title}</PageTitle>
}
