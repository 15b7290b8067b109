import addresses from './hostile-addresses.json' with { type: 'json' }

/** Malicious URLs that every client refuses, by the attack they attempt. */
export const HOSTILE_ADDRESSES: Record<string, string> = {
  ...addresses,
  // Not in the shared JSON file: JSON parsers of some tools reject half of a surrogate pair.
  'half a letter': 'https://a.example/\ud800',
}
