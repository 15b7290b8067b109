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
} from 'react'
import { takeOverPointer } from '../player/device/keyboard.ts'

/** Longest wait for a moment without work. Milliseconds. */
const IDLE_MS = 2_000

/** What opens and closes: a dialog, or a popup with the button that it hangs on. */
export type LateProps = { open: boolean; onClose: () => void }
type ButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  onClick?: (() => void) | undefined
  'aria-busy'?: boolean | undefined
}
export type PopupProps = LateProps & {
  onOpen: () => void
  /** The button it hangs on; its press opens and closes. */
  children: ReactElement<ButtonProps>
}
type Props = LateProps & Partial<Pick<PopupProps, 'onOpen' | 'children'>>
type Frame = { AntdProvider: ComponentType<{ children: ReactNode }> }

/** Dialogs and popups that are loaded after the page that opens them. A failure is forgotten: the next wish tries again. */
export function lateParts<Parts extends Frame>(load: () => Promise<Parts>) {
  let parts: Parts | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const take = async () => {
    try {
      parts = await load()
      for (const listener of listeners) listener()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const ask = () => (loading ??= take())

  /** Loads them once the page has nothing else to do, so that they are there at once, and without a network. */
  function useLoadWhenIdle(isWanted: boolean): void {
    useEffect(() => {
      if (!isWanted) return undefined
      const begin = () => void ask().catch(() => undefined)
      // Safari has none.
      if (typeof requestIdleCallback !== 'function') {
        const timer = setTimeout(begin, IDLE_MS)
        return () => clearTimeout(timer)
      }
      const idle = requestIdleCallback(begin, { timeout: IDLE_MS })
      return () => cancelIdleCallback(idle)
    }, [isWanted])
  }

  /** While an opened part is not there: loads it, and closes it again when it cannot be had or something else is done. */
  function useWait(isWaiting: boolean, onClose: () => void): void {
    const snackbar = useSnackbar()
    const close = useEffectEvent(() => onClose())
    const fail = useEffectEvent(() => {
      onClose()
      snackbar.error('This part of the page could not be loaded.', {
        // What is shared with the rest of the page is not asked for a second time.
        action: { label: 'Reload page', run: () => location.reload() },
      })
    })
    useEffect(() => {
      if (!isWaiting) return
      let isWanted = true
      ask().catch(() => isWanted && fail())
      const givenUp = new AbortController()
      const options = { capture: true, signal: givenUp.signal }
      // A press of the same button is the same wish again.
      addEventListener('pointerdown', () => close(), options)
      addEventListener('keydown', () => close(), options)
      return () => {
        isWanted = false
        givenUp.abort()
      }
    }, [isWaiting])
  }

  /**
   * One of them, as a component that needs none of its code before it is opened for the first time: until then a popup is its
   * button alone. Whoever does something else meanwhile does not want it any more.
   */
  function late<P extends Props>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> {
    return function Late(props: P) {
      const { open, onOpen, onClose, children } = props
      const loaded = useSyncExternalStore(watch, () => parts)
      const [wasOpened, setOpened] = useState(open)
      if (open && !wasOpened) setOpened(true)
      const isThere = wasOpened && loaded !== undefined
      useWait(open && !isThere, onClose)
      const ref = children?.props.ref
      const button = useRef<HTMLButtonElement>(null)
      useLayoutEffect(() => {
        // The popup draws the button anew.
        if (isThere && button.current && ref?.current) takeOverPointer(button.current, ref.current)
        button.current = ref?.current ?? null
      }, [isThere, ref])

      if (!isThere) {
        if (!children) return null
        return cloneElement(children, {
          onClick: open ? onClose : onOpen,
          'aria-busy': open || undefined,
        })
      }
      const Part = pick(loaded)
      return (
        <loaded.AntdProvider>
          {/* oxlint-disable-next-line react/static-components -- always the same one of the module */}
          <Part {...props} />
        </loaded.AntdProvider>
      )
    }
  }

  /** One that stands in the page itself and can come behind it: nothing, until they were loaded for whatever reason. */
  function later<P extends object>(pick: (parts: Parts) => ComponentType<P>): ComponentType<P> {
    return function Later(props: P) {
      const loaded = useSyncExternalStore(watch, () => parts)
      if (!loaded) return null
      const Part = pick(loaded)
      // oxlint-disable-next-line react/static-components -- always the same one of the module
      return <Part {...props} />
    }
  }

  return { late, later, useLoadWhenIdle }
}

/** The sharing of a script, loaded when somebody wants it. */
export const { late: lateSharing } = lateParts(() => import('./sharing-parts.ts'))

/** What the reader draws with antd. */
export const { late, later, useLoadWhenIdle } = lateParts(() => import('./parts.ts'))
