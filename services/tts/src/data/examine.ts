import type { ExamineOptions, Finding } from '@andscene/service-kit/data/data-part'
import { removeClips } from '../clips/clip-objects.ts'
import { clipOf, parseClipPath, scriptFolder } from '../clips/clip-path.ts'
import type { AudioIndex, StoredClip } from '../storage/audio-index.ts'
import type { AudioObjects, StoredObject } from '../storage/audio-objects.ts'

/** Folders of clips. Other files next to them are not part of the data, e.g. a shared model. */
export const CLIP_FOLDERS = ['scripts/', 'previews/'] as const
const EXAMPLES = 5
const AT_ONCE = 200

type Stores = { index: AudioIndex; objects: AudioObjects }

/** Compares index and objects of a running platform: checks findings again, skips objects younger than `before`. */
export async function examineClips(stores: Stores, options: ExamineOptions): Promise<Finding[]> {
  const rows = new Map<string, StoredClip>()
  for await (const clips of stores.index.everyClip()) for (const clip of clips) rows.set(clip.path, clip)
  // Read after the rows: a script that is missing here was deleted, not created meanwhile.
  const scripts = await options.scriptIds()
  const gone = await goneScripts(stores, rows, scripts)
  const found = new Map<string, StoredObject>()
  for (const folder of CLIP_FOLDERS)
    for await (const some of stores.objects.list(folder)) for (const one of some) found.set(one.path, one)

  const ofGone = (path: string) => gone.includes(parseClipPath(path)?.scriptId ?? '')
  const missing: string[] = []
  const cut: string[] = []
  for (const { path, bytes } of rows.values()) {
    if (ofGone(path) || found.get(path)?.bytes === bytes) continue
    const now = await stateNow(stores, path)
    if (now === 'missing') missing.push(path)
    else if (now === 'cut') cut.push(path)
  }
  const lost: string[] = []
  for (const { path, changedAt } of found.values()) {
    if (rows.has(clipOf(path)) || ofGone(clipOf(path)) || changedAt >= options.before) continue
    if ((await stores.index.find(clipOf(path))) === undefined) lost.push(path)
  }
  return [
    await repaired('rows without their clip', missing, options, (paths) => stores.index.remove(paths)),
    await repaired('clips that are cut', cut, options, async (paths) => {
      await stores.index.remove(paths)
      await removeClips(stores.objects, paths)
    }),
    await repaired('clips without a row', lost, options, async (paths) => {
      await stores.objects.remove(paths)
    }),
    await repaired('audio of deleted scripts', gone, options, async (ids) => {
      for (const id of ids) {
        // Like a deletion: a running job detects it and stores nothing.
        await stores.index.raiseEpoch(id, { erased: true })
        await stores.objects.removeFolder(scriptFolder(id))
        await stores.index.removeScript(id)
      }
    }),
    await unnotedPreviews(stores, rows, options),
  ]
}

async function goneScripts(
  { index }: Stores,
  rows: Map<string, StoredClip>,
  scripts: ReadonlySet<string>,
): Promise<string[]> {
  const held = new Set([...rows.values()].flatMap(({ scriptId }) => scriptId ?? []))
  const gone: string[] = []
  for (const id of held)
    if (!scripts.has(id) && (await index.ofScript(id, { limit: 1 })).length > 0) gone.push(id)
  return gone
}

/** Checks the row first: clearing removes the object before the row. */
async function stateNow({ index, objects }: Stores, path: string): Promise<'well' | 'missing' | 'cut'> {
  const before = await index.find(path)
  if (!before) return 'well'
  const bytes = await objects.read(path).catch(() => undefined)
  const after = await index.find(path)
  if (after?.lastUpdated !== before.lastUpdated) return 'well'
  if (!bytes) return 'missing'
  return bytes.byteLength === after.bytes ? 'well' : 'cut'
}

/** Without a note, a preview would never be removed. */
async function unnotedPreviews(
  { index }: Stores,
  rows: Map<string, StoredClip>,
  options: ExamineOptions,
): Promise<Finding> {
  const noted = new Set((await index.oldestPreviews(rows.size + 1_000_000)).map(({ path }) => path))
  const unnoted = [...rows.values()]
    .filter(({ path, scriptId }) => scriptId === undefined && !noted.has(path))
    .map(({ path }) => path)
  return repaired('previews that nothing would remove', unnoted, options, async (paths) => {
    for (const path of paths) await index.notePreview({ path, bytes: rows.get(path)!.bytes, usedAt: 0 })
  })
}

async function repaired(
  what: string,
  found: string[],
  { repair }: ExamineOptions,
  mend: (some: string[]) => Promise<void>,
): Promise<Finding> {
  const finding = { what, found: found.length, repaired: 0, examples: found.slice(0, EXAMPLES) }
  if (!repair) return finding
  for (let start = 0; start < found.length; start += AT_ONCE) await mend(found.slice(start, start + AT_ONCE))
  return { ...finding, repaired: found.length }
}
