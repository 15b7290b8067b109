import { classNames } from '@andscene/web-kit/class-names'
import { useSnackbar } from '@andscene/web-kit/snackbar'
import { CloseIcon } from '@andscene/web-kit/icons/actions'
import parts from '@andscene/web-kit/parts.module.css'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Casting, Line } from '@andscene/contracts/script'
import { isReadAloud } from '../../player/engine/reading.ts'
import { sameCasting, castNeeds, needsText } from '../../casting/casting-draft.ts'
import { useRemakeCasting } from '../../casting/casting-query.ts'
import { loadOnce } from '../../late/late-parts.tsx'
import { later } from '../../late/late.tsx'
import { isActive } from '../../player/engine/state.ts'
import { useOpenScript } from '../open-script.ts'
import { focusLineIfLost } from '../narration/in-sight.ts'
import { IconButton } from '../transport/icon-button.tsx'
import { assignDialog } from './voice-dialogs.tsx'
import styles from './cast-card.module.css'

/** Half the size of the page's code, and needed only on a click. */
const suggesting = loadOnce(() => import('../../casting/suggested-cast.ts'))

const NaturalVoicesLine = later((loaded) => loaded.NaturalVoicesLine)

/** Shows how many voices are missing, and how to assign them. Play on an uncast script focuses it (product §8). */
export function CastCard() {
  const { script, lines, casting, isVoice, player, skippedLineTypes } = useOpenScript()
  const needs = castNeeds(script, casting, isVoice)
  const [isDismissed, setDismissed] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const suggestion = useSuggestion(() => main.current !== null)
  // The page shows the new voices before they are saved; if saving fails, the card must still be in place.
  const title = suggestion.isPending ? 'Saving the cast…' : needsText(needs)

  const [focusRequests, setFocusRequests] = useState(0)
  /** The current line before playback was requested. */
  const lineBefore = useRef(-1)
  const showInsteadOfError = useEffectEvent(() => {
    const snapshot = player.getSnapshot()
    const { error } = snapshot
    const from = Math.max(lineBefore.current, 0)
    if (!isActive(snapshot)) lineBefore.current = snapshot.line
    if (!needs.isUncast || error?.kind !== 'voice') return
    // Playing the line itself opens the dialog for its character (product §2).
    const isRead = (line: Line) => isReadAloud(line, skippedLineTypes)
    const isNext = error.line >= from && !lines.slice(from, error.line).some(isRead)
    if (error.missing.role === 'character' && !isNext) return
    // Clears the error before it is painted: the card replaces its message.
    player.clearError()
    setDismissed(false)
    setFocusRequests((times) => times + 1)
  })
  useEffect(() => {
    lineBefore.current = player.getSnapshot().line
    return player.subscribe(() => showInsteadOfError())
  }, [player])
  useLayoutEffect(() => {
    if (focusRequests > 0) main.current?.focus()
  }, [focusRequests])

  if (title === undefined || isDismissed) return null
  return (
    <section className={styles.card} aria-labelledby="cast-card">
      {focusRequests > 0 && <span key={focusRequests} className={styles.pulse} aria-hidden="true" />}
      <div className={styles.words}>
        <h2 id="cast-card" className={styles.title}>
          {title}
        </h2>
        {suggestion.error ? (
          <p className={parts.hint} role="alert">
            {suggestion.error.message}
          </p>
        ) : (
          <p className={parts.hint}>
            Suggests a voice for each character by language, gender and age. You can change any of them later.
          </p>
        )}
        <NaturalVoicesLine className={parts.hint} />
      </div>
      <div className={styles.ways}>
        <button
          ref={main}
          type="button"
          className="as-button as-button-primary"
          // Not `disabled`, which would lose the focus.
          aria-disabled={suggestion.isPending}
          onClick={() => suggestion.isPending || suggestion.begin()}
        >
          {suggestion.isPending && (
            <span className={classNames('as-spinner', styles.spinner)} aria-hidden="true" />
          )}
          Suggest a cast and play
        </button>
        <button
          type="button"
          className="as-button"
          disabled={suggestion.isPending}
          onClick={() => assignDialog.open()}
        >
          Choose myself
        </button>
      </div>
      <IconButton
        className={styles.close}
        name="Not now"
        size={44}
        isMuted
        onClick={() => {
          setDismissed(true)
          suggestion.forget()
          requestAnimationFrame(() => focusLineIfLost(player))
        }}
      >
        <CloseIcon size={20} />
      </IconButton>
    </section>
  )
}

/** Suggests a cast, saves it, and plays once the page has it. Reports a failure when no card is shown. */
function useSuggestion(isCardShown: () => boolean) {
  const { script, casting, player } = useOpenScript()
  const snackbar = useSnackbar()
  const remake = useRemakeCasting(script._id)
  const played = useRef<Casting>(undefined)
  /** Whether to play after saving: false once the card is dismissed or the user moves or plays. */
  const isWanted = useRef(false)
  const suggest = useMutation({
    mutationFn: async () => {
      const { suggestedCast } = await suggesting.request().catch(() => {
        throw new Error('This part of the page could not be loaded.')
      })
      return remake((now) => suggestedCast(script, now.voices, now.casting, now.defaultVoiceId))
    },
    // The requests inside retry on their own.
    retry: false,
    // The card may have been dismissed, or the page left.
    onError: ({ message }) => {
      if (!isCardShown()) snackbar.error(`Failed to save the cast: ${message}`)
    },
  })
  const { isPending } = suggest
  useEffect(() => {
    if (!isPending) return
    let { line } = player.getSnapshot()
    return player.subscribe(() => {
      const now = player.getSnapshot()
      // The last position was loaded only now: the user has not moved.
      if (now.state === 'idle' && line < 0) line = now.line
      if (isActive(now) || now.line !== line) isWanted.current = false
    })
  }, [player, isPending])
  const play = useEffectEvent(() => {
    if (!isWanted.current) return
    isWanted.current = false
    player.play()
    focusLineIfLost(player)
  })
  const saved = suggest.data?.after
  useEffect(() => {
    // Play once the page and its player have the new voices.
    if (saved === undefined || played.current === saved || !sameCasting(casting, saved)) return
    played.current = saved
    play()
  }, [saved, casting])
  const begin = () => {
    isWanted.current = true
    suggest.mutate()
  }
  const forget = () => {
    isWanted.current = false
  }
  return { begin, forget, isPending, error: suggest.error }
}
