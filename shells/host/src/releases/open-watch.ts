import { hold } from '@andscene/web-kit/safe-moment'
import { loadRegistry, type Registry } from '../federation/registry.ts'
import type { RemoteStore } from '../federation/remote-store.ts'
import { ReleaseWatch } from './release-watch.ts'
import { watchTyping } from './typed-words.ts'

export function openWatch({ shell }: Registry, remotes: RemoteStore): ReleaseWatch {
  const releases = new ReleaseWatch(shell, {
    readRegistry: loadRegistry,
    follow: (registry) => remotes.follow(registry),
    now: () => performance.now(),
  })
  releases.start()
  document.addEventListener('visibilitychange', () => releases.look())
  watchTyping(hold)
  return releases
}
