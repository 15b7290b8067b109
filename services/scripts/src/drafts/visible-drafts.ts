import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import { notFound } from '@andscene/service-kit/http-error'
import type { DraftHead, PresentDraft } from '../store/drafts/draft-store.ts'
import type { Stores } from '../store/open-stores.ts'

type OpenedScript = { id: string; role: Role; draft: PresentDraft }
/** What a user knows of the drafts of a script. */
type Known = {
  /** Drafts of which the user has heard a line, the last one at the end. */
  heard: readonly number[]
  /** The draft whose changes the user's link leads to. */
  sent: number | undefined
}

/**
 * The only place in this service that decides who may open which draft (decision 0101): users who may cast all of them;
 * others the present one, those that they have heard, and the one that their link names.
 */
export class VisibleDrafts {
  readonly #stores: Pick<Stores, 'progress' | 'shares'>

  constructor(stores: Pick<Stores, 'progress' | 'shares'>) {
    this.#stores = stores
  }

  /**
   * Returns the number of the draft that a request names, or of the present one. Throws NOT_FOUND if the user may not
   * open it; the draft need not exist.
   */
  async numberOf(
    person: Person,
    { id, role, draft: { number: present } }: OpenedScript,
    asked: number | undefined,
  ): Promise<number> {
    if (asked === undefined || asked === present || may(role, 'cast')) return asked ?? present
    const { heard, sent } = await this.#knownTo(person, id)
    if (asked !== sent && !heard.includes(asked)) throw notFound('Draft')
    return asked
  }

  /** The drafts that a user who may not cast may open, also deleted ones. */
  async numbersFor(person: Person, { id, draft }: OpenedScript): Promise<ReadonlySet<number>> {
    return numbersOf(await this.#knownTo(person, id), draft)
  }

  /** The drafts that the user may open, the one that they heard last before the present one, and whether they heard that. */
  async of(
    person: Person,
    { id, role, draft, drafts }: OpenedScript & { drafts: readonly DraftHead[] },
  ): Promise<{ heads: readonly DraftHead[]; heard: number | undefined; isHeard: boolean }> {
    if (drafts.length === 1) return { heads: drafts, heard: undefined, isHeard: false }
    const known = await this.#knownTo(person, id)
    const [{ heard, sent }, { number: present }] = [known, draft]
    const opened = numbersOf(known, draft)
    const before = [sent, ...heard].filter(
      (number) => number !== present && drafts.some((one) => one.number === number),
    )
    return {
      heads: may(role, 'cast') ? drafts : drafts.filter(({ number }) => opened.has(number)),
      heard: before.at(-1),
      isHeard: heard.includes(present),
    }
  }

  async #knownTo({ uid, guest }: Person, scriptId: string): Promise<Known> {
    const { progress, shares } = this.#stores
    const [place, linkId] = await Promise.all([
      progress.find(uid, scriptId),
      guest?.linkId ?? shares.collaboratorOf(scriptId, uid).then((collaborator) => collaborator?.linkId),
    ])
    const link = linkId === undefined ? undefined : await shares.findLink(linkId)
    return {
      heard: place?.heard ?? [],
      sent: link?.scriptId === scriptId ? link.changesSince : undefined,
    }
  }
}

const numbersOf = ({ heard, sent }: Known, { number }: PresentDraft) =>
  new Set([number, ...heard, ...(sent === undefined ? [] : [sent])])
