import { useSnackbar } from '@andscene/web-kit/snackbar'
import {
  cloneElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  type RefObject,
  type FocusEvent,
} from 'react'
import { takeOverPointer } from '../player/device/keyboard.ts'
import { createStore } from '../player/store.ts'

/** Longest wait for an idle period, in milliseconds. */
const IDLE_MS = 2_000

export type LateProps = { open: boolean; onClose: () => void }
type ButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  onClick?: (() => void) | undefined
  'aria-busy'?: boolean | undefined
}
export type PopupProps = LateProps & {
  onOpen: () => void
  onBlur?: (event: FocusEvent) => void
  children: ReactElement<ButtonProps>
}
type Props = LateProps & Partial<Pick<PopupProps, 'onOpen' | 'children'>>
type Frame = { AntdProvider: ComponentType<{ children: ReactNode }> }

/** Loads code on demand. After a failed load the next call retries, unlike with React.lazy. */
export function loadOnce<Code>(load: () => Promise<Code>) {
  const store = createStore<{ code: Code | undefined }>({ code: undefined })
  let loading: Promise<Code> | undefined
  const take = async () => {
    try {
      const code = await load()
      store.set({ code })
      return code
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    request: () => (loading ??= take()),
    useCode: () => useSyncExternalStore(store.subscribe, () => store.getSnapshot().code),
  }
}

export function lateParts<Parts extends Frame>(load: () => Promise<Parts>) {
  const { request, useCode } = loadOnce(load)

  /** Loads the parts when the page is idle, so that they open without a delay and work offline. */
  function useLoadWhenIdle(isEnabled: boolean): void {
    useEffect(() => {
      if (!isEnabled) return undefined
      const begin = () => void request().catch(() => undefined)
      // Not available in Safari.
      if (typeof requestIdleCallback !== 'function') {
        const timer = setTimeout(begin, IDLE_MS)
        return () => clearTimeout(timer)
      }
      const idle = requestIdleCallback(begin, { timeout: IDLE_MS })
      return () => cancelIdleCallback(idle)
    }, [isEnabled])
  }

  /** Loads a part that the user opened. Closes it if loading fails or the user does something else. */
  function useWait(isWaiting: boolean, onClose: () => void): void {
    const snackbar = useSnackbar()
    const close = useEffectEvent(() => onClose())
    const fail = useEffectEvent(() => {
      onClose()
      snackbar.error('This part of the page could not be loaded.', {
        // The browser does not request a failed shared chunk again.
        action: { label: 'Reload page', run: () => location.reload() },
      })
    })
    useEffect(() => {
      if (!isWaiting) return
      const waiting = new AbortController()
      const { signal } = waiting
      request().catch(() => signal.aborted || fail())
      // A click on the same button reopens it.
      addEventListener('pointerdown', () => close(), { capture: true, signal })
      addEventListener('keydown', () => close(), { capture: true, signal })
      return () => waiting.abort()
    }, [isWaiting])
  }

  /** A component whose code loads when it first opens; until then a popup renders only its button. */
  function late<P extends Props>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> {
    return function Late(props: P) {
      const { open, onOpen, onClose, children } = props
      const loaded = useCode()
      const [wasOpened, setOpened] = useState(open)
      if (open && !wasOpened) setOpened(true)
      const isReady = wasOpened && loaded !== undefined
      useWait(open && !isReady, onClose)
      const ref = children?.props.ref
      const button = useRef<HTMLButtonElement>(null)
      useLayoutEffect(() => {
        // The popup renders its own button element.
        if (isReady && button.current && ref?.current) takeOverPointer(button.current, ref.current)
        button.current = ref?.current ?? null
      }, [isReady, ref])

      if (!isReady) {
        if (!children) return null
        return cloneElement(children, {
          onClick: open ? onClose : onOpen,
          'aria-busy': open || undefined,
        })
      }
      const Part = pick(loaded)
      return (
        <loaded.AntdProvider>
          {/* oxlint-disable-next-line react/static-components -- the same component each time */}
          <Part {...props} />
        </loaded.AntdProvider>
      )
    }
  }

  function later<P extends object>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> {
    return function Later(props: P) {
      const loaded = useCode()
      if (!loaded) return null
      const Part = pick(loaded)
      // oxlint-disable-next-line react/static-components -- the same component each time
      return <Part {...props} />
    }
  }

  return { late, later, useLoadWhenIdle }
}

/** Whether the focus moves from a popup to another element than its button, whose click handler closes it. */
const leaves = ({ currentTarget, relatedTarget }: FocusEvent, button: Element | null): boolean =>
  relatedTarget instanceof Node && !currentTarget.contains(relatedTarget) && !button?.contains(relatedTarget)

/** State and button of a popup; pass `onBlur` to its content. */
export function usePopup() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = {
    open,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false)
      // A click elsewhere moves the focus afterwards.
      button.current?.focus()
    },
    onBlur: (event: FocusEvent) => {
      if (leaves(event, button.current)) setOpen(false)
    },
  }
  return { button, popup }
}

/** Renders its children after the first paint, so that the lines of the script appear first. */
export function AfterPaint({
  placeholder = null,
  children,
}: {
  placeholder?: ReactNode
  children: ReactNode
}) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted ? children : placeholder
}
