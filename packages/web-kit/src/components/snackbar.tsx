import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { CloseIcon } from '../icons/actions.tsx'
import { AlertIcon, DoneIcon } from '../icons/things.tsx'
import './snackbar.css'

const STAY_MS = { success: 4_000, error: 8_000, action: 8_000 }
/** While the pointer or the focus is on a message, its timeout is extended by this, repeatedly. */
const HELD_MS = 1_000
/** Set on `:root` while a message is in the corner of the window: its height, for what else is shown there. */
const MESSAGE_INSET = '--message-inset'

type Kind = 'success' | 'error'
type MessageOptions = {
  key?: string | undefined
  /** Keeps the message after a navigation. */
  staysOnNavigation?: boolean | undefined
  /** A button next to the text; it also closes the message. */
  action?: { label: string; run: () => void } | undefined
}
type Message = MessageOptions & { kind: Kind; text: string; id: number; page: string }

/** Shows one message at a time: a new one replaces the current one. */
export type Snackbar = {
  success: (text: string, options?: string | MessageOptions) => void
  error: (text: string, options?: string | MessageOptions) => void
  dismiss: (key: string) => void
}
const SnackbarContext = createContext<Snackbar | undefined>(undefined)
/** Sets the element in which messages are shown; null for the corner of the window. */
const SlotContext = createContext<(slot: HTMLElement | null) => void>(() => undefined)

/**
 * Shows the messages of its children (product §2), bottom left, one at a time. A message closes when `page` changes. A
 * screen with a bar along the bottom sets `--bottom-inset` on `:root` to its height.
 */
export function SnackbarProvider({ page = '', children }: { page?: string; children: ReactNode }) {
  const [message, setMessage] = useState<Message>()
  const count = useRef(0)
  const present = useRef(page)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    present.current = page
  }, [page])

  const snackbar = useMemo((): Snackbar => {
    const show = (kind: Kind, text: string, options: string | MessageOptions = {}) => {
      count.current += 1
      const more = typeof options === 'string' ? { key: options } : options
      setMessage({ ...more, kind, text, id: count.current, page: present.current })
    }
    return {
      success: (text, options) => show('success', text, options),
      error: (text, options) => show('error', text, options),
      dismiss: (key) => setMessage((shown) => (shown?.key === key ? undefined : shown)),
    }
  }, [])

  const isOver = message !== undefined && message.page !== page && !message.staysOnNavigation
  if (isOver) setMessage(undefined)
  return (
    <SnackbarContext value={snackbar}>
      <SlotContext value={setSlot}>{children}</SlotContext>
      <MessageBox slot={slot} message={isOver ? undefined : message} onClose={() => setMessage(undefined)} />
    </SnackbarContext>
  )
}

/** While mounted, shows the messages here: in a dialog, which covers the corner of the window and traps the focus. */
export function SnackbarSlot({ className }: { className?: string | undefined }) {
  return <div ref={use(SlotContext)} className={className} />
}

export function useSnackbar(): Snackbar {
  const snackbar = use(SnackbarContext)
  if (!snackbar) throw new Error('useSnackbar needs a SnackbarProvider above it')
  return snackbar
}

type BoxProps = { slot: HTMLElement | null; message: Message | undefined; onClose: () => void }

/** Rendered before their text: only then a screen reader announces it. */
function MessageBox({ slot, message, onClose }: BoxProps) {
  const box = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  const isInCorner = message !== undefined && !slot
  useLayoutEffect(() => {
    const { current } = box
    if (!isInCorner || !current) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(MESSAGE_INSET, `${current.offsetHeight}px`)
    measure()
    // jsdom has none.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    observer?.observe(current)
    return () => {
      observer?.disconnect()
      style.removeProperty(MESSAGE_INSET)
    }
  }, [isInCorner])
  useEffect(() => {
    if (!message) return
    const leave = () => {
      if (box.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, HELD_MS)
      else close()
    }
    let timer = setTimeout(leave, STAY_MS[message.action ? 'action' : message.kind])
    return () => clearTimeout(timer)
  }, [message])

  const shown = (
    <section
      ref={box}
      className="as-snackbar"
      data-kind={message?.kind}
      data-slotted={slot ? '' : undefined}
      aria-label="Messages"
    >
      {message?.kind === 'success' && <DoneIcon />}
      {message?.kind === 'error' && <AlertIcon />}
      <Words live="polite" message={message?.kind === 'success' ? message : undefined} />
      <Words live="assertive" message={message?.kind === 'error' ? message : undefined} />
      {message?.action && (
        <button
          type="button"
          className="as-snackbar-action"
          onClick={() => {
            onClose()
            message.action?.run()
          }}
        >
          {message.action.label}
        </button>
      )}
      {message && (
        <button type="button" aria-label="Dismiss message" onClick={onClose}>
          <CloseIcon />
        </button>
      )}
    </section>
  )
  return slot ? createPortal(shown, slot) : shown
}

function Words({ live, message }: { live: 'polite' | 'assertive'; message: Message | undefined }) {
  return (
    <div aria-live={live} aria-atomic="true">
      {message && (
        <p key={message.id} dir="auto">
          {message.text}
        </p>
      )}
    </div>
  )
}
