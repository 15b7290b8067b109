/** What a person can do something about, in one sentence for them. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}
