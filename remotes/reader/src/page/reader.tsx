import { may } from '@andscene/contracts/sharing/may'
import { isolated } from '@andscene/contracts/text/isolated'
import type { Script } from '@andscene/contracts/script'
import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { tip } from '@andscene/web-kit/tooltip'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import '@fontsource/courier-prime/400.css'
import '@fontsource/courier-prime/700.css'
import { watchFocusOrigin } from '../player/device/keyboard.ts'
import { isActive } from '../player/engine/state.ts'
import { usePlayerState } from '../player/playbacks.ts'
import { late, lateSharing, useLoadWhenIdle } from '../late/late.tsx'
import { AfterPaint } from '../late/late-parts.tsx'
import { assignDialog, VoiceDialogs } from './voices/voice-dialogs.tsx'
import { CastCard } from './voices/cast-card.tsx'
import { FindBar } from './find/find-bar.tsx'
import { useFind } from './find/use-find.ts'
import head from './head.module.css'
import { HeadTools } from './head-tools.tsx'
import { ShowingFigures } from '../figures/showing-figures.tsx'
import { Directing } from '../direct/directing.tsx'
import { NarrationStatus } from './narration/narration-status.tsx'
import { BesideScript } from '../notes/panel/beside-script.tsx'
import { NotesOfPage, useNoteKeys } from '../notes/notes-of-page.tsx'
import { Pronouncing } from '../pronounce/pronouncing.tsx'
import { LineNews, PlayerMark } from './narration/line-news.tsx'
import { useLoadedDraft } from '../drafts/arrival/use-loaded-draft.ts'
import { OlderDraft } from '../drafts/bar/older-draft.tsx'
import { useChangeKeys } from '../drafts/use-change-keys.ts'
import { OpenDraftsContext } from '../drafts/drafts-context.ts'
import { useOpenedDrafts } from '../drafts/use-opened-drafts.ts'
import { FileRevisions } from './revision-marks/file-revisions.tsx'
import { PrintedScript } from './paper/printed-script.tsx'
import { Notices } from './narration/notices.tsx'
import { mayCastIn, OpenScriptContext, useOpening, useOpenScript } from './open-script.ts'
import styles from './script-page.module.css'
import { Sheet } from './sheet/sheet.tsx'
import { MiniPlayer } from './transport/mini-player.tsx'
import { Transport } from './transport/transport.tsx'
import { useCastingKeys } from './transport/use-casting-keys.ts'
import { useKeys, useMediaKeys } from './transport/use-keys.ts'
import { ScriptTimesProvider, useQuietTimes } from './transport/times/use-script-times.tsx'
import { useScriptLanguage } from './use-script-language.ts'
import { useBegin, useLastLine } from './use-begin.ts'
import { usePageClips } from './sheet/use-page-clips.ts'

const KeysDialog = late((loaded) => loaded.KeysDialog)
const ShareDialog = lateSharing((loaded) => loaded.ShareDialog)

type Props = {
  script: Script
  /** The number of the older draft that `script` has the lines of. */
  draft?: number | undefined
  onGone: () => void
  above?: ReactNode
}

export function Reader({ script, draft, onGone, above }: Props) {
  const loaded = useLoadedDraft(script)
  const open = useOpening(loaded, draft, onGone)
  return (
    open && (
      <OpenScriptContext value={open}>
        <OpenedDrafts>
          <ScriptTimesProvider>
            <Page above={above} />
          </ScriptTimesProvider>
        </OpenedDrafts>
      </OpenScriptContext>
    )
  )
}

function OpenedDrafts({ children }: { children: ReactNode }) {
  return <OpenDraftsContext value={useOpenedDrafts(useOpenScript())}>{children}</OpenDraftsContext>
}

function Page({ above }: { above: ReactNode }) {
  const open = useOpenScript()
  const { lines, player, playback, script, role, isSettled } = open
  const [isHelping, setHelping] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const find = useFind(player)
  const openHelp = useCallback(() => setHelping(true), [])
  const notes = useNoteKeys(open)
  const changes = useChangeKeys(open)
  const mayCast = mayCastIn(open)
  const castingKeys = useCastingKeys(open)
  useKeys(player, {
    lineCount: lines.length,
    times: useQuietTimes(),
    onFind: find.open,
    onHelp: openHelp,
    notes,
    changes,
    casting: mayCast ? castingKeys : undefined,
  })
  usePageClips(open)
  useBegin(open, useLastLine(playback, open.draft))

  useMediaKeys()
  useEffect(() => assignDialog.close, [])
  useEffect(watchFocusOrigin, [])
  useLoadWhenIdle(isSettled)

  return (
    <>
      <div className={styles.page}>
        <header className={head.head}>
          <div className={head.title}>
            <h1
              className={parts.cut}
              dir="auto"
              lang={useScriptLanguage()}
              {...tip(script.title, { whenCut: true })}
            >
              {script.title}
            </h1>
            <NarrationStatus />
          </div>
          <Transport />
          <HeadTools
            findButton={find.button}
            mayNote={notes !== undefined}
            onFind={find.open}
            onHelp={openHelp}
            onShare={() => setSharing(true)}
          />
          {find.isOpen && (
            <div className={head.find}>
              <FindBar {...find.bar} />
            </div>
          )}
        </header>
        <div className={styles.desk}>
          <div className={styles.script}>
            {mayCast && <CastCard />}
            {above}
            <OlderDraft />
            <Notices />
            <Sheet hit={find.hit} />
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
          draftCount={script.draftCount ?? 1}
          open={isSharing}
          onClose={() => setSharing(false)}
        />
      )}
      <AfterPaint>
        <FileRevisions />
        {/* Another draft has other lines. */}
        <NotesOfPage key={script.draft?.number} />
        <Directing />
        <Pronouncing />
        <ShowingFigures />
      </AfterPaint>
      <PrintedScript />
      <KeysDialog
        open={isHelping}
        hasNotes={notes !== undefined}
        hasChanges={changes !== undefined}
        mayCast={mayCast}
        onClose={() => setHelping(false)}
      />
    </>
  )
}

function ScriptTitle() {
  const { script, player } = useOpenScript()
  const mark = isActive(usePlayerState(player)) ? '▶ ' : ''
  return <PageTitle>{mark + isolated(script.title)}</PageTitle>
}
