import type { Script } from '@andscene/contracts/script'
import { ApiError } from '@andscene/web-kit/api-client'
import { SearchIcon } from '@andscene/web-kit/icons/actions'
import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import '@fontsource/courier-prime/400.css'
import '@fontsource/courier-prime/700.css'
import { connectMediaSession } from '../player/media-session.ts'
import { lastLine, readLocalLine } from '../player/progress-store.ts'
import { assignDialog } from './assign-dialog.ts'
import { CharacterPanel } from './character-panel.tsx'
import { FindBar, type Hit } from './find-bar.tsx'
import head from './head.module.css'
import { KeyboardIcon, VoicesIcon } from '../icons.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { NarrationStatus } from './narration-status.tsx'
import { PlaybackMessage } from './playback-message.tsx'
import { PlayerMark } from './player-mark.tsx'
import { Reading } from './reading-context.ts'
import styles from './script-page.module.css'
import { ScriptNotFound } from './script-not-found.tsx'
import { progressQuery, scriptQuery } from './script-query.ts'
import { ScriptTitle } from './script-title.tsx'
import { Sheet } from './sheet.tsx'
import { Transport } from './transport.tsx'
import { useKeys } from './use-keys.ts'
import { usePageClips } from './use-page-clips.ts'
import { useReadingSession } from './use-reading-session.ts'
import { VoiceDialogs } from './voice-dialogs.tsx'

/** The reader of one script (product §2). */
export function ScriptPage() {
  const { scriptId = '' } = useParams()
  const { data: script, error, isPending } = useQuery(scriptQuery(scriptId))
  const isGone = error instanceof ApiError && error.status === 404
  if (isGone || (!isPending && !error && !script)) return <ScriptNotFound />
  if (script) return <Reader key={script._id} script={script} />
  if (error) {
    return (
      <p className={styles.notFound} role="alert">
        Error loading script: {error.message}
      </p>
    )
  }
  return <Loading text="Loading script..." />
}

function Reader({ script }: { script: Script }) {
  const context = useReadingSession(script)
  const { session, lines } = context
  const { player } = session
  const [isFinding, setFinding] = useState(false)
  const [isHelping, setHelping] = useState(false)
  const [hit, setHit] = useState<Hit | null>(null)
  const openFind = useCallback(() => setFinding(true), [])
  const openHelp = useCallback(() => setHelping(true), [])
  const findButton = useRef<HTMLButtonElement>(null)
  const closeFind = useCallback(() => {
    setFinding(false)
    setHit(null)
    findButton.current?.focus()
  }, [])
  useKeys(player, { lineCount: lines.length, onFind: openFind, onHelp: openHelp })
  usePageClips(context)
  useLastLine(context.script._id, player.restore)

  useEffect(
    () =>
      connectMediaSession(player, (line) => ({
        title: lines[line]?.text ?? script.title,
        artist: lines[line]?.character ?? '',
        album: script.title,
      })),
    [player, lines, script.title],
  )
  useEffect(() => assignDialog.close, [])

  return (
    <Reading value={context}>
      <div className={styles.page}>
        <header className={head.head}>
          <div className={head.title}>
            <h1 dir="auto" title={script.title}>
              {script.title}
            </h1>
            <NarrationStatus />
          </div>
          <div className={head.transport}>
            <Transport />
          </div>
          <div className={head.tools}>
            <Button
              ref={findButton}
              type="text"
              icon={<SearchIcon size={20} />}
              aria-label="Find in script"
              onClick={openFind}
            />
            <Button type="text" icon={<KeyboardIcon />} aria-label="Keyboard shortcuts" onClick={openHelp} />
            <Button
              type="text"
              icon={<VoicesIcon />}
              aria-label="Assign Voices"
              title="Assign Voices"
              onClick={() => assignDialog.open()}
            />
          </div>
          {isFinding && (
            <div className={head.find}>
              <FindBar onHit={setHit} onClose={closeFind} />
            </div>
          )}
        </header>
        <div className={styles.desk}>
          <div className={styles.reading}>
            <Sheet hit={hit} />
            <PlaybackMessage />
          </div>
          <CharacterPanel />
        </div>
        <PlayerMark />
        <ScriptTitle />
      </div>
      <VoiceDialogs />
      <KeysDialog isOpen={isHelping} onClose={() => setHelping(false)} />
    </Reading>
  )
}

/** Goes to where the listener was last, here or elsewhere. */
function useLastLine(scriptId: string, restore: (line: number) => void) {
  // What is known of an earlier visit may be old: elsewhere the reading may have gone on.
  const { data, isFetching } = useQuery(progressQuery(scriptId))
  useEffect(() => {
    if (!isFetching) restore(lastLine(readLocalLine(scriptId), data))
  }, [scriptId, data, isFetching, restore])
}
