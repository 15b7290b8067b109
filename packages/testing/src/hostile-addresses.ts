import addresses from './hostile-addresses.json' with { type: 'json' }

/** Addresses of code that every client refuses; the name of each says what it would do. */
export const HOSTILE_ADDRESSES: Record<string, string> = {
  ...addresses,
  // No JSON parser of the tools takes half of a surrogate pair.
  'half a letter': 'https://a.example/\ud800',
}
