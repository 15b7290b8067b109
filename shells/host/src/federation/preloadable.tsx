import { LoadError } from '@andscene/web-kit/error-boundary'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { Waiting } from '../loading/waiting.tsx'

export type Preloadable<Props extends object> = {
  (props: Props): ReactNode
  /** Loads the component before it is shown. After a failure, the next call retries. */
  preload(): Promise<unknown>
}

/**
 * A script whose preload failed fails again from the browser's cache: first a remote's entry, then its chunks. The
 * pause lets parallel requests fail together.
 */
const LOAD_TRIES = 4
const TRY_PAUSE_MS = 50
const isOfScript = (error: unknown) =>
  error instanceof Error && (error.name === 'ChunkLoadError' || error.message.includes('RUNTIME-008'))

/**
 * A component that is loaded when first shown, or preloaded. Not `React.lazy`, which always shows its Suspense fallback
 * first, for up to 300 ms. A failure is thrown during rendering.
 */
export function preloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <Waiting />,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  async function begin(): Promise<ComponentType<Props>> {
    for (let tries = 1; ; tries += 1)
      try {
        loaded = await load()
        return loaded
      } catch (error) {
        if (tries === LOAD_TRIES || !isOfScript(error)) {
          loading = undefined
          throw error
        }
        await new Promise((resolve) => setTimeout(resolve, TRY_PAUSE_MS))
      }
  }
  const preload = () => (loading ??= begin())

  function Screen(props: Props): ReactNode {
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      let isGone = false
      preload().then(
        (Loaded) => isGone || setShown(() => Loaded),
        (error: unknown) => isGone || setFailure({ error }),
      )
      return () => {
        isGone = true
      }
    }, [])
    if (failure) throw new LoadError(failure.error)
    return Shown ? <Shown {...props} /> : fallback
  }
  return Object.assign(Screen, { preload })
}
