import { describe, expect, test } from 'vitest'
import {
  NOTHING_YET,
  PREVIEW_MS,
  builtAnew,
  forgotten,
  outlived,
  previewed,
  published,
  rolledBack,
  switched,
  type RemoteState,
} from './remote-state.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const [A, B, C] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc']
const DAY_MS = 24 * 3_600_000

/** A, B and C are published; each was the version for everybody in turn. */
const all = [A, B, C].reduce<RemoteState>(
  (state, version) => switched(published(state, version!, NOW), version!),
  NOTHING_YET,
)

describe('who gets which version of a remote', () => {
  test('architecture §8 publishing does not serve a version; publishing one again makes it the newest', () => {
    const state = published(published(NOTHING_YET, A!, NOW), B!, NOW)
    expect(state).toMatchObject({ releases: [{ version: B }, { version: A }], former: [] })
    expect(state.present).toBeUndefined()
    const again = published(state, A!, new Date(NOW.getTime() + 1))
    expect(again.releases.map(({ version }) => version)).toEqual([A, B])
  })

  test('architecture §8 a switch applies to everybody, and the previous version is the next rollback target', () => {
    expect(all).toMatchObject({ present: C, former: [B, A] })
    expect(switched(all, A!)).toMatchObject({ present: A, former: [C, B] })
    expect(() => switched(all, 'dddddddddddd')).toThrow('publish it first')
  })

  test('architecture §8 a rollback returns to the previous version, and another one goes further back', () => {
    const once = rolledBack(all)
    expect(once).toMatchObject({ present: B, former: [A] })
    expect(rolledBack(once)).toMatchObject({ present: A, former: [] })
    expect(rolledBack(all, A!)).toMatchObject({ present: A, former: [] })
    expect(() => rolledBack(rolledBack(once))).toThrow('no version before')
    expect(() => rolledBack(all, 'dddddddddddd')).toThrow('never served')
  })

  test('architecture §8 a share of browsers gets a version first; a switch gives it to all, a rollback withdraws it', () => {
    const some = switched(switched(all, A!), B!, 10)
    expect(some).toMatchObject({ present: A, canary: { version: B, share: 10 } })
    expect(switched(some, B!, 50)).toMatchObject({ present: A, canary: { version: B, share: 50 } })
    const everybody = switched(some, B!)
    expect(everybody).toMatchObject({ present: B, former: [A, C] })
    expect(everybody.canary).toBeUndefined()
    const back = rolledBack(some)
    expect(back).toMatchObject({ present: A, former: some.former })
    expect(back.canary).toBeUndefined()
    expect(() => switched(some, A!, 10)).toThrow('already')
    expect(() => switched(published(NOTHING_YET, A!, NOW), A!, 10)).toThrow('No version is served')
  })

  test('architecture §8 a preview link keeps its key and expires', () => {
    const one = previewed(all, A!, 'key-of-a', NOW)
    const again = previewed(one, A!, 'another-key', new Date(NOW.getTime() + DAY_MS))
    expect(again.previews).toEqual([
      { version: A, key: 'key-of-a', until: new Date(NOW.getTime() + DAY_MS + PREVIEW_MS).toISOString() },
    ])
    const later = previewed(one, B!, 'key-of-b', new Date(NOW.getTime() + PREVIEW_MS))
    expect(later.previews.map(({ version }) => version)).toEqual([B])
    expect(() => previewed(all, 'dddddddddddd', 'k', NOW)).toThrow('publish it first')
  })

  test('architecture §8 a new build is switched to once: a restart does not undo a rollback', () => {
    const built = builtAnew(builtAnew(NOTHING_YET, A!, NOW), B!, NOW)
    expect(built).toMatchObject({ present: B, former: [A], built: B })
    const back = rolledBack(built)
    expect(builtAnew(back, B!, NOW)).toBe(back)
    expect(builtAnew(back, C!, NOW)).toMatchObject({ present: C, former: [A] })
  })

  test('architecture §8 versions in use are kept at any age; others for thirty days, up to fifty versions', () => {
    const versions = Array.from({ length: 60 }, (_, n) => `${n}`.padStart(12, '0'))
    const many = versions.reduce((state, version) => published(state, version, NOW), all)
    const used = previewed(switched(many, '000000000001', 10), '000000000002', 'k', NOW)
    const soon = outlived(used, NOW)
    expect(soon).toHaveLength(60 + 3 - 50 - 4)
    for (const kept of [B, C, '000000000001', '000000000002']) expect(soon).not.toContain(kept)
    const late = outlived(used, new Date(NOW.getTime() + 31 * DAY_MS))
    // The preview link has expired.
    expect(late).toHaveLength(60 + 3 - 3)
    const after = forgotten(used, late)
    expect(after.releases.map(({ version }) => version)).toEqual(['000000000001', C, B])
    expect(after).toMatchObject({ present: C, former: [B] })
  })
})
